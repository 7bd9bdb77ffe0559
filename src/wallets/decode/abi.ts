/** A decoded value. `uint` and `int` are bigints, addresses and bytes are lower-case hex, arrays and tuples are lists. */
export type AbiValue = bigint | boolean | string | readonly AbiValue[]

/** A type of the contract ABI. */
export type AbiType =
  | { readonly kind: 'uint' | 'int'; readonly bits: number }
  | { readonly kind: 'address' | 'bool' | 'bytes' | 'string' }
  | { readonly kind: 'word'; readonly bytes: number }
  /** An array of any length has no `length`. */
  | { readonly kind: 'array'; readonly of: AbiType; readonly length: number | undefined }
  | { readonly kind: 'tuple'; readonly of: readonly AbiType[] }

const word = 32
const most = 2n ** 256n
/** The maximum number of items. No user reads more. The limit also bounds the work for a short input whose items have no size. */
const itemLimit = 1000

/** Parses a list of types without names, such as `(address,uint256)[],bytes`. */
export function abiTypes(text: string): readonly AbiType[] {
  const parts: string[] = []
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (parts.length === 0) parts.push('')
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map(abiType)
}

function abiType(text: string): AbiType {
  const [, element, length] = /^(.+)\[(\d*)\]$/.exec(text) ?? []
  if (element !== undefined)
    return { kind: 'array', of: abiType(element), length: length === '' ? undefined : Number(length) }
  if (text.startsWith('(')) return { kind: 'tuple', of: abiTypes(text.slice(1, -1)) }
  const [, name = '', size] = /^([a-z]+)(\d*)$/.exec(text) ?? []
  if (name === 'uint' || name === 'int') return { kind: name, bits: Number(size) }
  if (name === 'bytes' && size !== '') return { kind: 'word', bytes: Number(size) }
  return { kind: name as 'address' | 'bool' | 'bytes' | 'string' }
}

/**
 * Decodes values. Accepts only the canonical encoding: offsets in order, padding of zeros, nothing at the end. Returns undefined
 * for any other encoding, from which a contract could read other values than the wallet shows.
 */
export function decodeAbi(types: readonly AbiType[], bytes: Uint8Array): readonly AbiValue[] | undefined {
  try {
    const [values, end] = readAll(types, bytes, 0)
    return end === bytes.length ? values : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Returns the number of bytes that values of these types need. Returns undefined if the number depends on the values. */
export function fixedSize(types: readonly AbiType[]): number | undefined {
  return types.some(isDynamic) ? undefined : types.reduce((sum, type) => sum + headSize(type), 0)
}

type Read<T> = readonly [value: T, end: number]

/**
 * Reads a tuple that starts at `base`. First come the values of a fixed size and the offsets of the dynamic values. Then come the
 * dynamic values, in the same order.
 */
function readAll(types: readonly AbiType[], bytes: Uint8Array, base: number): Read<readonly AbiValue[]> {
  let head = base
  let tail = base + types.reduce((sum, type) => sum + headSize(type), 0)
  const values = types.map((type) => {
    if (!isDynamic(type)) {
      const [value, end] = readValue(type, bytes, head)
      head = end
      return value
    }
    require(uintAt(bytes, head) === BigInt(tail - base))
    head += word
    const [value, end] = readValue(type, bytes, tail)
    tail = end
    return value
  })
  return [values, tail]
}

function readValue(type: AbiType, bytes: Uint8Array, at: number): Read<AbiValue> {
  switch (type.kind) {
    case 'uint': {
      const value = uintAt(bytes, at)
      require(value < 2n ** BigInt(type.bits))
      return [value, at + word]
    }
    case 'int': {
      const value = BigInt.asIntN(256, uintAt(bytes, at))
      require(BigInt.asIntN(type.bits, value) === value)
      return [value, at + word]
    }
    case 'address': {
      const value = uintAt(bytes, at)
      require(value < 2n ** 160n)
      return [`0x${value.toString(16).padStart(40, '0')}`, at + word]
    }
    case 'bool': {
      const value = uintAt(bytes, at)
      require(value < 2n)
      return [value === 1n, at + word]
    }
    case 'word':
      return [hexAt(bytes, at, type.bytes), at + word]
    case 'bytes':
    case 'string': {
      const length = lengthAt(bytes, at)
      const text = hexAt(bytes, at + word, length)
      const end = at + word + padded(length)
      return [type.kind === 'bytes' ? text : utf8(bytes.subarray(at + word, at + word + length)), end]
    }
    case 'tuple':
      return readAll(type.of, bytes, at)
    case 'array': {
      const start = type.length === undefined ? at + word : at
      const length = type.length ?? lengthAt(bytes, at)
      require(length <= itemLimit)
      return readAll(Array<AbiType>(length).fill(type.of), bytes, start)
    }
  }
}

function isDynamic(type: AbiType): boolean {
  if (type.kind === 'bytes' || type.kind === 'string') return true
  if (type.kind === 'array') return type.length === undefined || isDynamic(type.of)
  return type.kind === 'tuple' && type.of.some(isDynamic)
}

/**
 * Returns the number of bytes of a value in the head of a tuple: the size of an offset for a dynamic value, otherwise the
 * value's own size.
 */
function headSize(type: AbiType): number {
  if (isDynamic(type)) return word
  if (type.kind === 'tuple') return type.of.reduce((sum, each) => sum + headSize(each), 0)
  return type.kind === 'array' ? (type.length ?? 0) * headSize(type.of) : word
}

function uintAt(bytes: Uint8Array, at: number): bigint {
  require(at + word <= bytes.length)
  return BigInt(`0x${digits(bytes.subarray(at, at + word))}`) % most
}

function lengthAt(bytes: Uint8Array, at: number): number {
  const length = uintAt(bytes, at)
  require(length <= BigInt(bytes.length))
  return Number(length)
}

/** Reads bytes as hex, and checks that zeros fill the last word. */
function hexAt(bytes: Uint8Array, at: number, length: number): string {
  const end = at + padded(length)
  require(end <= bytes.length && bytes.subarray(at + length, end).every((byte) => byte === 0))
  return `0x${digits(bytes.subarray(at, at + length))}`
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RangeError("it isn't text")
  }
}

function padded(length: number): number {
  return Math.ceil(length / word) * word
}

function digits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function require(holds: boolean): void {
  if (!holds) throw new RangeError("it isn't the canonical encoding")
}
