import { refused } from '../refused.ts'

/** Reads bytes in SCALE encoding from start to end. Accepts only the canonical encoding of each value. */
export class ScaleReader {
  readonly bytes: Uint8Array
  readonly #field: string
  #at = 0

  constructor(bytes: Uint8Array, field: string) {
    this.bytes = bytes
    this.#field = field
  }

  get left(): number {
    return this.bytes.length - this.#at
  }

  take(length: number): Uint8Array {
    if (length > this.left) throw this.refused('is cut off')
    this.#at += length
    return this.bytes.subarray(this.#at - length, this.#at)
  }

  byte(): number {
    return this.take(1)[0] as number
  }

  /** Reads an unsigned little-endian integer of `length` bytes. */
  uint(length: number): bigint {
    const bytes = this.take(length)
    let value = 0n
    for (let at = length - 1; at >= 0; at--) value = (value << 8n) | BigInt(bytes[at] as number)
    return value
  }

  u32(): number {
    return Number(this.uint(4))
  }

  compact(): bigint {
    if (((this.bytes[this.#at] ?? 0) & 3) !== 3) return BigInt(this.number())
    const length = (this.byte() >> 2) + 4
    const value = this.uint(length)
    if (value < (length === 4 ? 1n << 30n : 1n << BigInt(length * 8 - 8))) throw this.#tooLong()
    return value
  }

  /** Reads a compact number below 2^30. All counts and type ids are in this range. */
  number(): number {
    const first = this.byte()
    const mode = first & 3
    if (mode === 0) return first >> 2
    if (mode === 3) throw this.refused('has a count that is too large')
    const [second = 0, third = 0, fourth = 0] = this.take(mode === 1 ? 1 : 3)
    const value = (first >> 2) | (second << 6) | (third << 14) | (fourth << 22)
    if (value < (mode === 1 ? 64 : 1 << 14)) throw this.#tooLong()
    return value
  }

  /** Reads the number of elements. Refuses a number above the number of the remaining bytes. */
  count(): number {
    const count = this.number()
    if (count > this.left) throw this.refused('is cut off')
    return count
  }

  text(): string {
    const bytes = this.take(this.count())
    try {
      return utf8.decode(bytes)
    } catch {
      throw this.refused("has a string that isn't UTF-8")
    }
  }

  list<T>(each: () => T): T[] {
    const found: T[] = []
    for (let left = this.count(); left > 0; left--) found.push(each())
    return found
  }

  option<T>(each: () => T): T | undefined {
    const flag = this.byte()
    if (flag > 1) throw this.refused('has an invalid option')
    return flag === 1 ? each() : undefined
  }

  end(): void {
    if (this.left > 0) throw this.refused(`has ${this.left} extra bytes at the end`)
  }

  refused(reason: string): Error {
    return refused(this.#field, reason)
  }

  #tooLong(): Error {
    return this.refused("has a number that isn't in its shortest form")
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Encodes a compact integer (SCALE, "Compact/general integers"). */
export function compact(value: bigint | number): readonly number[] {
  const whole = BigInt(value)
  if (whole < 64n) return littleEndian(whole << 2n, 1)
  if (whole < 1n << 14n) return littleEndian((whole << 2n) | 1n, 2)
  if (whole < 1n << 30n) return littleEndian((whole << 2n) | 2n, 4)
  const length = Math.max(4, Math.ceil(whole.toString(16).length / 2))
  return [((length - 4) << 2) | 3, ...littleEndian(whole, length)]
}

/** Encodes an unsigned little-endian integer of `length` bytes. */
export function littleEndian(value: bigint | number, length: number): readonly number[] {
  const bytes: number[] = []
  for (let left = BigInt(value); bytes.length < length; left >>= 8n) bytes.push(Number(left & 0xffn))
  return bytes
}

/** Encodes a string with its length prefix. */
export function text(value: string): readonly number[] {
  const bytes = new TextEncoder().encode(value)
  return [...compact(bytes.length), ...bytes]
}

/** Encodes a list with its length prefix. */
export function list<T>(values: readonly T[], each: (value: T) => readonly number[]): readonly number[] {
  return [...compact(values.length), ...values.flatMap(each)]
}
