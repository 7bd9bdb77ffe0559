import { blake3 } from '@noble/hashes/blake3'
import { bytesToHex } from '@noble/hashes/utils'
import { refused } from '../refused.ts'
import { type Field, primitives, type RuntimeMetadata, type RuntimeType } from './runtime-metadata.ts'
import { compact, list, littleEndian, text } from './scale.ts'
import { compactOf } from './scale-value.ts'

/** What the hash covers besides the runtime's types. */
export interface DigestFacts {
  readonly specVersion: number
  readonly specName: string
  /** The SS58 address prefix. */
  readonly base58Prefix: number
  readonly decimals: number
  readonly tokenSymbol: string
}

type Bytes = readonly number[]

/**
 * Computes the metadata hash that a signature can cover (`CheckMetadataHash`, RFC-0078). The hash covers all types that are
 * needed to decode an extrinsic, and facts such as the token's decimals. The chain refuses the signature if the chain's own hash
 * differs.
 *
 * @returns 32 bytes in hex.
 * @throws `validation/invalid-input` if the metadata isn't version 15, which the hash needs.
 */
export function metadataDigest(metadata: RuntimeMetadata, facts: DigestFacts): string {
  if (metadata.version !== 15)
    throw refused('metadata', `has version ${metadata.version}, but the hash needs version 15`)
  const { extrinsic } = metadata
  const ids = idsOf(metadata)
  const ref = (type: number) => reference(metadata, ids, type)
  const leaves = [...ids].flatMap(([type, id]) => leavesOf(typeAt(metadata, type), id, metadata, ref))
  const extrinsicHash = blake3(
    Uint8Array.from([
      extrinsic.version,
      ...[extrinsic.address, extrinsic.call, extrinsic.signature].flatMap(ref),
      ...list(extrinsic.extensions, ({ name, type, additional }) => [
        ...text(name),
        ...ref(type),
        ...ref(additional),
      ]),
    ]),
  )
  const digest = blake3(
    Uint8Array.from([
      1,
      ...treeRoot(leaves.map((leaf) => blake3(Uint8Array.from(leaf)))),
      ...extrinsicHash,
      ...littleEndian(facts.specVersion, 4),
      ...text(facts.specName),
      ...littleEndian(facts.base58Prefix, 2),
      facts.decimals,
      ...text(facts.tokenSymbol),
    ]),
  )
  return `0x${bytesToHex(digest)}`
}

/**
 * Gives a number to each type that an extrinsic can contain, in the runtime's order. Skips types without their own leaf in the
 * tree from which the hash is computed.
 */
function idsOf(metadata: RuntimeMetadata): ReadonlyMap<number, number> {
  const { address, call, signature, extensions } = metadata.extrinsic
  const reached = new Set<number>()
  const left = [call, address, signature, ...extensions.flatMap(({ type, additional }) => [type, additional])]
  for (let type = left.pop(); type !== undefined; type = left.pop()) {
    if (reached.has(type)) continue
    reached.add(type)
    left.push(...inside(typeAt(metadata, type)))
  }
  const own = [...reached].filter((type) => !hasNoLeaf(typeAt(metadata, type))).sort((a, b) => a - b)
  return new Map(own.map((type, id) => [type, id]))
}

function inside({ shape }: RuntimeType): readonly number[] {
  switch (shape.kind) {
    case 'composite':
      return shape.fields.map(({ type }) => type)
    case 'variant':
      return shape.variants.flatMap(({ fields }) => fields.map(({ type }) => type))
    case 'sequence':
    case 'array':
      return [shape.of]
    case 'tuple':
      return shape.of
    default:
      return []
  }
}

/** Returns whether a type has no leaf in the tree. Primitives, compact numbers and empty types are encoded in one byte instead. */
function hasNoLeaf({ shape }: RuntimeType): boolean {
  return shape.kind === 'primitive' || shape.kind === 'compact' || isEmpty(shape)
}

function isEmpty(shape: RuntimeType['shape']): boolean {
  if (shape.kind === 'composite') return shape.fields.length === 0
  if (shape.kind === 'variant') return shape.variants.length === 0
  return shape.kind === 'tuple' && shape.of.length === 0
}

// The numbers of `TypeRef` in the crate `merkleized-metadata`, with which chains compute their hash. These numbers differ from
// RFC-0078, which omits `CompactU256` (20).
const compactU8 = 15
const nothing = 21
const byId = 22

/** Encodes a `TypeRef`. */
function reference(metadata: RuntimeMetadata, ids: ReadonlyMap<number, number>, type: number): Bytes {
  const { shape } = typeAt(metadata, type)
  if (shape.kind === 'primitive') return [shape.primitive]
  if (isEmpty(shape)) return [nothing]
  if (shape.kind !== 'compact') return [byId, ...compact(ids.get(type) ?? 0)]
  const primitive = compactOf(metadata, shape.of)
  if (primitive === undefined) return [nothing]
  if (!/^u\d/.test(primitives[primitive] ?? ''))
    throw refused('metadata', 'has a compact number of an invalid type')
  return [compactU8 + primitive - primitives.indexOf('u8')]
}

/** Returns the leaves of a type. Each variant has its own leaf, so that a proof contains only one variant. */
function leavesOf(
  { path, shape }: RuntimeType,
  id: number,
  metadata: RuntimeMetadata,
  ref: (type: number) => Bytes,
): readonly Bytes[] {
  const leaf = (definition: Bytes): Bytes => [...list(path, text), ...definition, ...compact(id)]
  const fields = (all: readonly Field[]) =>
    list(all, ({ name, type, typeName }) => [...maybe(name), ...ref(type), ...maybe(typeName)])
  switch (shape.kind) {
    case 'composite':
      return [leaf([0, ...fields(shape.fields)])]
    case 'variant':
      return [...shape.variants]
        .sort((a, b) => a.index - b.index)
        .map((variant) =>
          leaf([1, ...text(variant.name), ...fields(variant.fields), ...compact(variant.index)]),
        )
    case 'sequence':
      return [leaf([2, ...ref(shape.of)])]
    case 'array':
      return [leaf([3, ...littleEndian(shape.length, 4), ...ref(shape.of)])]
    case 'tuple':
      return [leaf([4, ...list(shape.of, ref)])]
    case 'bits': {
      const store = reference(metadata, new Map(), shape.store)[0] ?? 0
      const bytes = 2 ** (store - primitives.indexOf('u8'))
      return [leaf([5, bytes, typeAt(metadata, shape.order).path.includes('Lsb0') ? 1 : 0])]
    }
    default:
      return []
  }
}

function maybe(value: string | undefined): Bytes {
  return value === undefined ? [0] : [1, ...text(value)]
}

/** Computes the root of a complete binary tree. Repeatedly replaces the last two nodes by their parent, which goes to the front. The array is reversed. */
function treeRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const nodes = [...leaves].reverse()
  let at = 0
  for (; nodes.length - at > 1; at += 2) {
    const [right, left] = [nodes[at], nodes[at + 1]] as [Uint8Array, Uint8Array]
    nodes.push(blake3(Uint8Array.from([...left, ...right])))
  }
  return nodes[at] ?? new Uint8Array(32)
}

function typeAt({ types }: RuntimeMetadata, type: number): RuntimeType {
  const found = types.get(type)
  if (found) return found
  throw refused('metadata', `lacks the type ${type}`)
}
