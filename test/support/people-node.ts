import type { ServerResponse } from 'node:http'
import { TypeRegistry } from '@polkadot/types'
import { u8aConcat, u8aToHex } from '@polkadot/util'
import { blake2AsU8a, decodeAddress, xxhashAsU8a } from '@polkadot/util-crypto'
import { loopback } from './loopback.ts'

/** The genesis hashes of the People chains. `test/unit/networks.test.ts` computes them from `@substrate/connect-known-chains`. */
export const peopleGenesis = {
  polkadot: '0x67fa177a097bfa18f77ea95ab56e9bcdfeb0e5b8a40e46298bb93e16b6fc5008',
  kusama: '0xc1af4cb4eb3918e5db15086c0cc5ec17fb334f728b7c65dd44bfe1e174ff8b3f',
} as const

/**
 * The types of the pallet: `substrate/frame/identity` of https://github.com/paritytech/polkadot-sdk, and `IdentityInfo` of
 * `system-parachains/people/people-polkadot/src/people.rs` in https://github.com/polkadot-fellows/runtimes. polkadot.js
 * has the type `Data`.
 */
const registry = new TypeRegistry()
registry.register({
  Judgement: {
    _enum: {
      Unknown: 'Null',
      FeePaid: 'u128',
      Reasonable: 'Null',
      KnownGood: 'Null',
      OutOfDate: 'Null',
      LowQuality: 'Null',
      Erroneous: 'Null',
    },
  },
  PeopleInfo: {
    display: 'Data',
    legal: 'Data',
    web: 'Data',
    matrix: 'Data',
    email: 'Data',
    pgpFingerprint: 'Option<[u8; 20]>',
    image: 'Data',
    twitter: 'Data',
    github: 'Data',
    discord: 'Data',
  },
  PeopleRegistration: { judgements: 'Vec<(u32, Judgement)>', deposit: 'u128', info: 'PeopleInfo' },
  Provider: { _enum: { Allocation: 'Null', AuthorityDeposit: 'u128', System: 'Null' } },
  UsernameInformation: { owner: 'AccountId32', provider: 'Provider' },
})

const types = {
  IdentityOf: 'PeopleRegistration',
  SuperOf: '(AccountId32, Data)',
  SubsOf: '(u128, Vec<AccountId32>)',
  UsernameOf: 'Bytes',
  UsernameInfoOf: 'UsernameInformation',
} as const
export type PeopleItem = keyof typeof types

/** Encodes a value of the pallet. */
export function peopleValue(item: PeopleItem, value: unknown): Uint8Array {
  return registry.createType(types[item], value).toU8a()
}

/** Returns the storage key of an entry. `of` is an address, or a username for `UsernameInfoOf`. */
export function peopleKey(item: PeopleItem, of: string): string {
  const key = item === 'UsernameInfoOf' ? registry.createType('Bytes', of).toU8a() : decodeAddress(of)
  const hash = /^(SuperOf|UsernameInfoOf)$/.test(item) ? blake2AsU8a(key, 128) : xxhashAsU8a(key, 64)
  return u8aToHex(u8aConcat(xxhashAsU8a('Identity', 128), xxhashAsU8a(item, 128), hash, key))
}

/** An entry's value, or the bytes of the value. */
export type PeopleEntry = readonly [item: PeopleItem, of: string, value: unknown]

/** Starts a fake node of a People chain on loopback. polkadot.js computes its keys and encodes its values. */
export async function peopleNode(entries: readonly PeopleEntry[], genesis: string = peopleGenesis.polkadot) {
  const storage = new Map<string, unknown>()
  const set = (...[item, of, value]: PeopleEntry) => {
    const raw = value instanceof Uint8Array || typeof value === 'string' || value === undefined
    storage.set(peopleKey(item, of), raw && item !== 'UsernameOf' ? value : peopleValue(item, value))
  }
  for (const entry of entries) set(...entry)
  /** The keys that were read. */
  const keys: string[] = []
  /** `write`, if set, writes the whole response to each following read. */
  const fault: { write?: ((response: ServerResponse) => void) | undefined } = {}
  const node = await loopback((request, response) => {
    const body = JSON.parse(request.body)
    const reply = ({ id, method, params }: { id: number; method: string; params: readonly unknown[] }) => {
      if (method === 'chain_getBlockHash') return { jsonrpc: '2.0', id, result: genesis }
      if (method !== 'state_getStorage')
        return { jsonrpc: '2.0', id, error: { code: -32601, message: `${method} is not part of this node` } }
      keys.push(String(params[0]))
      const found = storage.get(String(params[0])) ?? null
      return { jsonrpc: '2.0', id, result: found instanceof Uint8Array ? u8aToHex(found) : found }
    }
    if (fault.write && request.body.includes('state_getStorage')) return fault.write(response)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? body.map(reply) : reply(body)))
  })
  return { ...node, keys, fault, set }
}
