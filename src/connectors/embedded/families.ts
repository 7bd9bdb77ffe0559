import type { ChainNamespace } from '../../core/chain/namespace.ts'

export const embeddedFamilies = ['eip155', 'solana'] as const
export type EmbeddedFamily = (typeof embeddedFamilies)[number]

export function isEmbeddedFamily(namespace: ChainNamespace): namespace is EmbeddedFamily {
  return (embeddedFamilies as readonly string[]).includes(namespace)
}
