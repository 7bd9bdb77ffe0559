import { refused } from '../refused.ts'
import { primitives, type RuntimeMetadata, type RuntimeType, type Variant } from './runtime-metadata.ts'
import type { ScaleReader } from './scale.ts'

/** A value decoded from SCALE bytes with a runtime's types. */
export type ScaleValue =
  | bigint
  | boolean
  | Uint8Array
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly ScaleValue[] }
  /** Several fields, with names if the type has names. */
  | { readonly kind: 'fields'; readonly fields: readonly NamedValue[] }
  | { readonly kind: 'variant'; readonly name: string; readonly fields: readonly NamedValue[] }
  /** A 32-byte account id. */
  | { readonly kind: 'account'; readonly key: Uint8Array }
  /** Bits as text, such as `0110`. */
  | { readonly kind: 'bits'; readonly bits: string }
  | ScaleCall

export type NamedValue = readonly [name: string | undefined, value: ScaleValue]

/** A call of the runtime. Its names are the names in the runtime's metadata, such as `Balances` and `transfer_keep_alive`. */
export interface ScaleCall {
  readonly kind: 'call'
  readonly pallet: string
  readonly call: string
  readonly args: readonly NamedValue[]
}

/** The deepest nesting of values. Chains accept calls that are nested at most 256 deep. */
const deepest = 300
/**
 * The number of decoding steps that are allowed in addition to one step per byte. Without this limit, a few bytes could take
 * forever to decode, because some types have no size.
 */
const stepsBeside = 100_000

/**
 * Reads a value of a type of the runtime. Accepts only the canonical encoding, which chains write.
 * @throws `validation/invalid-input`
 */
export function readValue(
  { types, extrinsic }: RuntimeMetadata,
  reader: ScaleReader,
  type: number,
): ScaleValue {
  let steps = stepsBeside + reader.bytes.length
  const at = (id: number): RuntimeType => {
    const found = types.get(id)
    if (found) return found
    throw refused('metadata', `lacks the type ${id}`)
  }
  // Omit values without a size, because they contain no information.
  const named = (fields: Variant['fields'], depth: number): readonly NamedValue[] =>
    fields
      .map(({ name, type }) => [name, read(type, depth)] as const)
      .filter(([, value]) => !isNothing(value))

  function read(id: number, depth: number): ScaleValue {
    if (depth > deepest || --steps < 0) throw reader.refused('is nested too deep')
    const { path, shape } = at(id)
    const next = depth + 1
    switch (shape.kind) {
      case 'primitive':
        return readPrimitive(reader, shape.primitive)
      case 'compact':
        return readCompact(shape.of)
      case 'array':
        if (shape.length === 0) return { kind: 'fields', fields: [] }
        return shape.length === 1 ? read(shape.of, next) : readMany(shape.of, shape.length, next)
      case 'sequence':
        return readMany(shape.of, reader.count(), next)
      case 'tuple':
        return together(
          shape.of.map((of) => ({ name: undefined, type: of, typeName: undefined })),
          next,
        )
      case 'composite': {
        const value = together(shape.fields, next)
        const isAccount = path.at(-1) === 'AccountId32' && value instanceof Uint8Array && value.length === 32
        return isAccount ? { kind: 'account', key: value } : value
      }
      case 'variant': {
        if (id === extrinsic.call) return readCall(id, next)
        const { name, fields } = chosen(id)
        return { kind: 'variant', name, fields: named(fields, next) }
      }
      case 'bits':
        return readBits(shape.store, shape.order)
    }
  }

  /** Reads the fields of a value. If there is only one field, returns the field's value itself. */
  function together(fields: Variant['fields'], depth: number): ScaleValue {
    const [only] = fields
    return only && fields.length === 1
      ? read(only.type, depth)
      : { kind: 'fields', fields: named(fields, depth) }
  }

  function chosen(id: number): Variant {
    const { shape } = at(id)
    const index = reader.byte()
    const found = shape.kind === 'variant' && shape.variants.find((variant) => variant.index === index)
    if (!found) throw reader.refused('has a variant that the runtime lacks')
    return found
  }

  function readCall(id: number, depth: number): ScaleCall {
    const { name: pallet, fields } = chosen(id)
    const [inner] = fields
    if (!inner || fields.length > 1) throw refused('metadata', `has no calls of ${pallet}`)
    const { name: call, fields: args } = chosen(inner.type)
    return { kind: 'call', pallet, call, args: named(args, depth + 1) }
  }

  function readMany(of: number, length: number, depth: number): ScaleValue {
    const { shape } = at(of)
    if (shape.kind === 'primitive' && primitives[shape.primitive] === 'u8') return reader.take(length)
    if (length > reader.left) throw reader.refused('is cut off')
    return { kind: 'list', items: Array.from({ length }, () => read(of, depth)) }
  }

  /**
   * Reads a compact number of the type `of`, which may wrap the number. Returns an empty value for a type that contains nothing.
   */
  function readCompact(of: number): ScaleValue {
    const inner = compactOf({ types }, of)
    if (inner === undefined) return { kind: 'fields', fields: [] }
    const value = reader.compact()
    const bits = unsignedBits[primitives[inner] ?? '']
    if (bits === undefined || value >> bits !== 0n)
      throw reader.refused('has a number that is too large for its type')
    return value
  }

  function readBits(store: number, order: number): ScaleValue {
    const width = Number(unsignedBits[storeOf(at(store))] ?? 0n)
    if (width === 0) throw refused('metadata', 'has bits with an invalid store type')
    const count = reader.number()
    if (count > reader.left * 8) throw reader.refused('is cut off')
    const words = Math.ceil(count / width)
    const least = at(order).path.includes('Lsb0')
    let bits = ''
    for (let word = 0; word < words; word++) {
      const written = reader
        .uint(width / 8)
        .toString(2)
        .padStart(width, '0')
      bits += least ? [...written].reverse().join('') : written
    }
    // In the canonical encoding, the padding after the last bit is zero.
    if (bits.includes('1', count)) throw reader.refused('has nonzero padding bits')
    return { kind: 'bits', bits: bits.slice(0, count) }
  }

  return read(type, 0)
}

function isNothing(value: ScaleValue): boolean {
  return typeof value === 'object' && 'kind' in value && value.kind === 'fields' && value.fields.length === 0
}

/**
 * Returns the primitive type of a compact number: the type itself, or the type that it contains. Returns undefined for a type
 * without a size.
 */
export function compactOf(
  metadata: Pick<RuntimeMetadata, 'types'>,
  type: number,
  depth = 0,
): number | undefined {
  const shape = metadata.types.get(type)?.shape
  if (shape?.kind === 'primitive') return shape.primitive
  const inner =
    shape?.kind === 'composite'
      ? shape.fields.map((field) => field.type)
      : shape?.kind === 'tuple'
        ? shape.of
        : undefined
  const [only] = inner ?? []
  if (!inner || inner.length > 1 || depth > 10)
    throw refused('metadata', 'has a compact number of an invalid type')
  return only === undefined ? undefined : compactOf(metadata, only, depth + 1)
}

function storeOf({ shape }: RuntimeType): string {
  return shape.kind === 'primitive' ? (primitives[shape.primitive] ?? '') : ''
}

const unsignedBits: Readonly<Record<string, bigint>> = { u8: 8n, u16: 16n, u32: 32n, u64: 64n, u128: 128n }

function readPrimitive(reader: ScaleReader, primitive: number): ScaleValue {
  const name = primitives[primitive]
  switch (name) {
    case 'bool': {
      const byte = reader.byte()
      if (byte > 1) throw reader.refused('has an invalid boolean')
      return byte === 1
    }
    case 'str':
      return { kind: 'text', text: reader.text() }
    case 'char': {
      const code = reader.u32()
      if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        throw reader.refused('has an invalid character')
      return { kind: 'text', text: String.fromCodePoint(code) }
    }
    case undefined:
      throw refused('metadata', 'has an unknown type')
    default: {
      const bits = Number(name.slice(1))
      const value = reader.uint(bits / 8)
      return name.startsWith('i') ? BigInt.asIntN(bits, value) : value
    }
  }
}
