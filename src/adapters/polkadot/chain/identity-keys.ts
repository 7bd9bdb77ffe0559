import { blake2b } from '@noble/hashes/blake2'
import { hex } from '@scure/base'
import type { Hex } from '../../../core/chain/caip.ts'

/**
 * The storage prefixes of the pallet Identity: twox128 of the pallet's name, and of the item's name. See
 * https://docs.polkadot.com/polkadot-protocol/parachain-basics/storage.
 */
const pallet = '2aeddc77fe58c98d50bd37f1b90840f9'
const prefixes = {
  identityOf: 'cd7f37317cd20b61e9bd46fab8704714',
  superOf: '43a953ac082e08b6527ce262dbd4abf2',
  subsOf: '6ee5a0b09e7e9a96219dd66f0f74c37e',
  usernameOf: 'b73731d6d393c442e9e8c22f3de57b45',
  usernameInfoOf: '3da3e15a0621aae33d5d5d4a5487e798',
} as const

/** The items whose keys are hashed with Twox64Concat. */
const byTwox: readonly string[] = ['identityOf', 'subsOf', 'usernameOf']

/**
 * Returns the storage key of an entry of the pallet. `key` is an account's public key. For `usernameInfoOf`, `key` is the result
 * of `encodedUsername`.
 */
export function identityKey(item: keyof typeof prefixes, key: Uint8Array): Hex {
  const hash = byTwox.includes(item) ? twox64(key) : hex.encode(blake2b(key, { dkLen: 16 }))
  return `0x${pallet}${prefixes[item]}${hash}${hex.encode(key)}`
}

const [p1, p2, p3, p4] = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
] as const
const wrap = (value: bigint) => BigInt.asUintN(64, value)
const rotate = (value: bigint, by: bigint) => wrap((value << by) | (value >> (64n - by)))
const round = (lane: bigint, input: bigint) => wrap(rotate(wrap(lane + input * p2), 31n) * p1)
const mix = (value: bigint, by: bigint) => value ^ (value >> by)

/**
 * Returns XXH64 with the seed 0, as little-endian hex: https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md. Supports only
 * inputs of 32 bytes, such as public keys. Such an input is exactly one stripe.
 */
function twox64(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lanes = [wrap(p1 + p2), p2, 0n, wrap(-p1)].map((lane, at) =>
    round(lane, view.getBigUint64(at * 8, true)),
  )
  const [a = 0n, b = 0n, c = 0n, d = 0n] = lanes
  let hash = wrap(rotate(a, 1n) + rotate(b, 7n) + rotate(c, 12n) + rotate(d, 18n))
  for (const lane of lanes) hash = wrap((hash ^ round(0n, lane)) * p1 + p4)
  hash = wrap(hash + 32n)
  hash = mix(wrap(mix(wrap(mix(hash, 33n) * p2), 29n) * p3), 32n)
  const out = new Uint8Array(8)
  new DataView(out.buffer).setBigUint64(0, hash, true)
  return hex.encode(out)
}
