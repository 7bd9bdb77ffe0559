/** A Solidity ABI value: a one-word number, a string or bytes, a list, or a tuple. */
export type AbiValue =
  | bigint
  | string
  | Uint8Array
  | { readonly list: readonly AbiValue[] }
  | { readonly tuple: readonly AbiValue[] }

/** Encodes the arguments of a call. Every tuple is encoded as dynamic. This fits the name contracts: their tuples contain strings, bytes or lists. */
export function encodeCall(selector: string, values: readonly AbiValue[]): `0x${string}` {
  return `0x${selector}${tuple(values).toString('hex')}`
}

function tuple(values: readonly AbiValue[]): Buffer {
  const tails = values.map((value) => (typeof value === 'bigint' ? undefined : tail(value)))
  let offset = 32 * values.length
  const heads = values.map((value, at) => {
    const rest = tails[at]
    if (typeof value === 'bigint' || !rest) return word(value as bigint)
    offset += rest.length
    return word(BigInt(offset - rest.length))
  })
  return Buffer.concat([...heads, ...tails.flatMap((rest) => rest ?? [])])
}

function tail(value: Exclude<AbiValue, bigint>): Buffer {
  if (typeof value === 'string' || value instanceof Uint8Array) {
    const bytes = Buffer.from(value)
    const padding = Buffer.alloc((32 - (bytes.length % 32)) % 32)
    return Buffer.concat([word(BigInt(bytes.length)), bytes, padding])
  }
  if ('tuple' in value) return tuple(value.tuple)
  return Buffer.concat([word(BigInt(value.list.length)), tuple(value.list)])
}

function word(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}

/**
 * Reads the values that a call returned.
 * @throws RangeError when the result ends too soon, or has a number that is too large.
 */
export class AbiReader {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  static of(hex: string): AbiReader {
    return new AbiReader(Buffer.from(hex.slice(2), 'hex'))
  }

  word(place: number): bigint {
    const found = this.#bytes.subarray(32 * place, 32 * place + 32)
    if (found.length !== 32) throw new RangeError('the answer ends too soon')
    return BigInt(`0x${found.toString('hex')}`)
  }

  number(place: number): number {
    const value = this.word(place)
    if (value > Number.MAX_SAFE_INTEGER) throw new RangeError('The answer has a number that is too large')
    return Number(value)
  }

  bytes(place: number): Buffer {
    const at = this.number(place)
    const length = this.#from(at).number(0)
    const found = this.#bytes.subarray(at + 32, at + 32 + length)
    if (found.length !== length) throw new RangeError('the answer ends too soon')
    return found
  }

  text(place: number): string {
    return this.bytes(place).toString('utf8')
  }

  list<T>(place: number, read: (elements: AbiReader, index: number) => T): readonly T[] {
    const list = this.#from(this.number(place))
    const length = list.number(0)
    const elements = list.#from(32)
    if (length > this.#bytes.length / 32) throw new RangeError('the list is longer than the answer')
    return Array.from({ length }, (_, index) => read(elements, index))
  }

  #from(offset: number): AbiReader {
    return new AbiReader(this.#bytes.subarray(offset))
  }
}
