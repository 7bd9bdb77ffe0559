import type { Hex } from '../../../core/chain/caip.ts'

/** Bytes, or the UTF-8 of a text, as hex. A text that looks like hex is treated as a text, too. */
export function hexOf(data: string | Uint8Array): Hex {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
