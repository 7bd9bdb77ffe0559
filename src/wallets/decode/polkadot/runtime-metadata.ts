import { hexToBytes } from '@noble/hashes/utils'
import { refused } from '../refused.ts'
import { ScaleReader } from './scale.ts'

/** A type of a runtime (`PortableType` of scale-info). */
export interface RuntimeType {
  readonly path: readonly string[]
  readonly params: readonly (readonly [name: string, type: number | undefined])[]
  readonly shape: Shape
}

export type Shape =
  | { readonly kind: 'composite'; readonly fields: readonly Field[] }
  | { readonly kind: 'variant'; readonly variants: readonly Variant[] }
  | { readonly kind: 'sequence' | 'compact'; readonly of: number }
  | { readonly kind: 'array'; readonly of: number; readonly length: number }
  | { readonly kind: 'tuple'; readonly of: readonly number[] }
  /** `primitive` is the index in `primitives`. */
  | { readonly kind: 'primitive'; readonly primitive: number }
  | { readonly kind: 'bits'; readonly store: number; readonly order: number }

export interface Field {
  readonly name: string | undefined
  readonly type: number
  readonly typeName: string | undefined
}

export interface Variant {
  readonly name: string
  readonly fields: readonly Field[]
  readonly index: number
}

/** The primitive types, in the order of scale-info's `TypeDefPrimitive`. */
export const primitives = [
  ...['bool', 'char', 'str', 'u8', 'u16', 'u32', 'u64', 'u128', 'u256'],
  ...['i8', 'i16', 'i32', 'i64', 'i128', 'i256'],
] as const

/**
 * A signed extension. `type` is the type of its value in the extrinsic. `additional` is the type of a value that is signed but
 * not in the extrinsic.
 */
export interface Extension {
  readonly name: string
  readonly type: number
  readonly additional: number
}

/** A function of a runtime that a node can call (`state_call`). */
export interface RuntimeFunction {
  readonly inputs: readonly number[]
  readonly output: number
}

/** The part of a runtime's metadata that is needed to decode calls, extrinsics and the results of functions. */
export interface RuntimeMetadata {
  /** The version of the metadata: 14 or 15. */
  readonly version: number
  readonly types: ReadonlyMap<number, RuntimeType>
  readonly extrinsic: {
    readonly version: number
    readonly address: number
    readonly call: number
    readonly signature: number
    readonly extensions: readonly Extension[]
  }
  /** The constants by pallet and name, such as `System.SS58Prefix`. */
  readonly constants: ReadonlyMap<string, { readonly type: number; readonly value: Uint8Array }>
  /** The functions by API and name, such as `DryRunApi.dry_run_call`. Empty in version 14. */
  readonly functions: ReadonlyMap<string, RuntimeFunction>
  /** The type of all pallets' errors. Undefined in version 14. */
  readonly error: number | undefined
}

const field = 'metadata'

/**
 * Reads metadata of version 14 or 15 in hex, as `state_getMetadata` and `latestMetadata` return it.
 * @throws `validation/invalid-input`
 */
export function readMetadata(text: string): RuntimeMetadata {
  if (!/^0x6d657461[0-9a-f]*$/i.test(text) || text.length % 2 === 1)
    throw refused(field, 'must be the metadata of a runtime, in hex')
  const reader = new ScaleReader(hexToBytes(text.slice(10)), field)
  const version = reader.byte()
  if (version !== 14 && version !== 15) throw refused(field, `has version ${version}, not 14 or 15`)
  const types = new Map(reader.list(() => [reader.number(), readType(reader)] as const))
  const constants = new Map(reader.list(() => readPallet(reader, version)).flat())
  const extrinsic = readExtrinsic(reader, version, types)
  if (version === 14) return { version, types, extrinsic, constants, functions: new Map(), error: undefined }
  // Skip the type of the runtime itself.
  reader.number()
  const functions = new Map(reader.list(() => readApi(reader)).flat())
  // The types of calls and events come before the type of errors.
  const [, , error] = [reader.number(), reader.number(), reader.number()]
  return { version, types, extrinsic, constants, functions, error }
}

function readApi(reader: ScaleReader): readonly (readonly [string, RuntimeFunction])[] {
  const api = reader.text()
  const functions = reader.list(() => {
    const name = `${api}.${reader.text()}`
    const inputs = reader.list(() => {
      reader.text()
      return reader.number()
    })
    const output = reader.number()
    skipTexts(reader)
    return [name, { inputs, output }] as const
  })
  skipTexts(reader)
  return functions
}

function readType(reader: ScaleReader): RuntimeType {
  const id = () => reader.number()
  const path = reader.list(() => reader.text())
  const params = reader.list(() => [reader.text(), reader.option(id)] as const)
  const shape = readShape(reader, id)
  skipTexts(reader)
  return { path, params, shape }
}

function readShape(reader: ScaleReader, id: () => number): Shape {
  const kind = reader.byte()
  switch (kind) {
    case 0:
      return { kind: 'composite', fields: readFields(reader) }
    case 1:
      return {
        kind: 'variant',
        variants: reader.list(() => {
          const variant = { name: readName(reader), fields: readFields(reader), index: reader.byte() }
          skipTexts(reader)
          return variant
        }),
      }
    case 2:
      return { kind: 'sequence', of: id() }
    case 3: {
      const length = reader.u32()
      return { kind: 'array', length, of: id() }
    }
    case 4:
      return { kind: 'tuple', of: reader.list(id) }
    case 5: {
      const primitive = reader.byte()
      if (primitive >= primitives.length) throw reader.refused('has an unknown primitive type')
      return { kind: 'primitive', primitive }
    }
    case 6:
      return { kind: 'compact', of: id() }
    case 7:
      return { kind: 'bits', store: id(), order: id() }
    default:
      throw reader.refused(`has a type of the unknown kind ${kind}`)
  }
}

/** Reads a name that the wallet shows beside values. Accepts only Rust identifiers, so that a name can't look like a value. */
function readName(reader: ScaleReader): string {
  const name = reader.text()
  if (/^(r#)?[a-z_][a-z0-9_]{0,99}$/i.test(name)) return name
  throw reader.refused('has an invalid name')
}

function readFields(reader: ScaleReader): readonly Field[] {
  return reader.list(() => {
    const name = reader.option(() => readName(reader))
    const type = reader.number()
    const typeName = reader.option(() => reader.text())
    skipTexts(reader)
    return { name, type, typeName }
  })
}

/** Reads a pallet's constants, and skips the rest of the pallet. */
function readPallet(reader: ScaleReader, version: number) {
  const skip = (length: number) => void reader.take(length)
  const id = () => void reader.number()
  const name = reader.text()
  reader.option(() => {
    skip(reader.count())
    reader.list(() => {
      skip(reader.count())
      skip(1)
      // The hashers and the key type of a map come before its value type.
      if (reader.byte() === 1) {
        skip(reader.count())
        id()
      }
      id()
      skip(reader.count())
      skipTexts(reader)
    })
  })
  reader.option(id)
  reader.option(id)
  const constants = reader.list(() => {
    const path = `${name}.${reader.text()}`
    const type = reader.number()
    const value = reader.take(reader.count())
    skipTexts(reader)
    return [path, { type, value }] as const
  })
  reader.option(id)
  skip(1)
  if (version === 15) skipTexts(reader)
  return constants
}

function readExtrinsic(
  reader: ScaleReader,
  metadata: number,
  types: ReadonlyMap<number, RuntimeType>,
): RuntimeMetadata['extrinsic'] {
  const id = () => reader.number()
  if (metadata === 14) {
    const params = new Map(types.get(id())?.params)
    const version = reader.byte()
    const [address, call, signature] = ['Address', 'Call', 'Signature'].map((name) => params.get(name))
    if (address === undefined || call === undefined || signature === undefined)
      throw reader.refused('lacks the types of its extrinsics')
    return { version, address, call, signature, extensions: readExtensions(reader, id) }
  }
  const version = reader.byte()
  const [address, call, signature] = [id(), id(), id()]
  id()
  return { version, address, call, signature, extensions: readExtensions(reader, id) }
}

function readExtensions(reader: ScaleReader, id: () => number): readonly Extension[] {
  return reader.list(() => ({ name: reader.text(), type: id(), additional: id() }))
}

function skipTexts(reader: ScaleReader): void {
  for (let left = reader.count(); left > 0; left--) reader.take(reader.count())
}
