import { base58, base64 } from '@scure/base'

/** The bytes of a hex text, with or without `0x`; undefined for any other text. */
export function fromHex(text: string): Uint8Array | undefined {
  const digits = text.replace(/^0x/, '')
  if (!/^(?:[\da-f]{2})*$/i.test(digits)) return undefined
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  )
}

/** Undefined unless the text is base64 with its padding, and with nothing in the bits that are left over. */
export function fromBase64(text: string): Uint8Array | undefined {
  return unlessThrown(() => base64.decode(text))
}

/** Undefined for a text that is no base58, or too long to be a key or a signature: decoding takes the square of the length. */
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

/** For the curves, which throw for what is no point, or no number below the order. */
export function unlessThrown<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
