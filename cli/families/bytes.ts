import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'

export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

export function hash160(bytes: Uint8Array): Buffer {
  return createHash('ripemd160').update(sha256(bytes)).digest()
}

export function bytesAsBase64(object: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ]),
  )
}

/** Returns undefined if the text isn't base58, or has more than `longest` characters. */
export function base58Bytes(text: string, longest: number): Uint8Array | undefined {
  try {
    return text.length <= longest ? base58.decode(text) : undefined
  } catch {
    return undefined
  }
}
