import { refused } from './refused.ts'

/** Reads bytes from start to end. Counts are in Solana's encoding. An error names the invalid part. */
export class Bytes {
  at = 0
  readonly #bytes: Uint8Array
  readonly #field: string

  constructor(bytes: Uint8Array, field: string) {
    this.#bytes = bytes
    this.#field = field
  }

  peek(): number | undefined {
    return this.#bytes[this.at]
  }

  take(length: number, part: string): Uint8Array {
    const taken = this.#bytes.slice(this.at, this.at + length)
    if (taken.length < length) throw refused(`${this.#field}.${part}`, 'is cut off')
    this.at += length
    return taken
  }

  byte(part: string): number {
    return this.take(1, part)[0] ?? 0
  }

  /** Reads a number in compact-u16 encoding: seven bits per byte, as few bytes as possible, at most three. */
  count(part: string): number {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte(part)
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) {
        if ((byte === 0 && shift > 0) || value > 0xffff) break
        return value
      }
    }
    throw refused(`${this.#field}.${part}`, 'has an invalid count')
  }

  list<T>(part: string, each: () => T): T[] {
    return Array.from({ length: this.count(part) }, each)
  }

  end(): void {
    const left = this.#bytes.length - this.at
    if (left > 0) throw refused(this.#field, `has ${left} extra bytes at the end`)
  }
}
