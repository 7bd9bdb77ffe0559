import type { ChainNamespace } from '../../core/chain/namespace.ts'

/** The families that the frame supports (S3.4.1). */
export const embeddedFamilies = ['eip155', 'solana'] as const
export type EmbeddedFamily = (typeof embeddedFamilies)[number]

export function isEmbeddedFamily(namespace: ChainNamespace): namespace is EmbeddedFamily {
  return (embeddedFamilies as readonly string[]).includes(namespace)
}
