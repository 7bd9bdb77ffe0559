import { base64 } from '@scure/base'

/** Matches a compressed public key in hex. Such a text isn't valid base64. */
const hexKey = /^0[23][\da-f]{64}$/i

/** Reads bytes in any form that wallets use: a byte array, a list of numbers, or base64. Reads a compressed public key also in hex. */
export function bytesFrom(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value
  if (typeof value === 'string') {
    if (hexKey.test(value)) return bytesOf(value)
    try {
      return base64.decode(value)
    } catch {
      return undefined
    }
  }
  // An extension may convert an array to an object such as `{ 0: 10, 1: 7 }`.
  const items: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : []
  return items.length > 0 && items.every(isByte) ? Uint8Array.from(items as number[]) : undefined
}

function isByte(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 256
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
