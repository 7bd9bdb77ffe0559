import { base58, base64 } from '@scure/base'

/** Decodes hex, with or without `0x`. Returns undefined for any other text. */
export function fromHex(text: string): Uint8Array | undefined {
  const digits = text.replace(/^0x/, '')
  if (!/^(?:[\da-f]{2})*$/i.test(digits)) return undefined
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  )
}

/** Decodes base64. The text must have padding, and unused bits must be zero. Returns undefined for any other text. */
export function fromBase64(text: string): Uint8Array | undefined {
  return unlessThrown(() => base64.decode(text))
}

/**
 * Decodes base58. Returns undefined for an invalid text. Also refuses a text longer than a key or signature, because decoding
 * takes quadratic time.
 */
export function fromBase58(text: string): Uint8Array | undefined {
  return text.length > 128 ? undefined : unlessThrown(() => base58.decode(text))
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export function join(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}

/**
 * Returns the result of `run`. Returns undefined if `run` throws. The curve library throws for invalid points, and for numbers
 * above the group order.
 */
export function unlessThrown<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
