import type { Hex } from '../../../core/chain/caip.ts'

/** Encodes bytes, or a text's UTF-8, as hex. Text that looks like hex is still encoded as text. */
export function hexOf(data: string | Uint8Array): Hex {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
