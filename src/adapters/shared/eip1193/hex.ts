import type { Hex } from '../../../core/chain/caip.ts'

/** Encodes bytes as hex. Encodes a text as the hex of its UTF-8, even if the text looks like hex. */
export function hexOf(data: string | Uint8Array): Hex {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
