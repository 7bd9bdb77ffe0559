import { hex } from '@scure/base'
import { bytesPattern } from '../../../core/chain/eip155.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { NameLookup } from '../../../core/wallet/name-lookup.ts'
import type { CallOptions } from '../../../ports.ts'
import { peopleChainOf } from '../people-chain.ts'
import { generalPrefix, readSs58, writeSs58 } from '../ss58.ts'
import { identityKey } from './identity-keys.ts'
import {
  encodedUsername,
  judgedName,
  longestUsername,
  subAccounts,
  superIdentity,
  username,
  usernameOwner,
} from './identity-values.ts'
import { invalidAnswer } from './runtime.ts'

type Network = ChainNetwork<'polkadot'>
type Context = Pick<AdapterContext, 'rpc' | 'endpoints'>
type Item = Parameters<typeof identityKey>[0]

/**
 * Creates the lookup for the usernames and identities of the People chain. The lookup reads the chain's storage without the
 * chain's metadata, because the metadata is hundreds of kilobytes large.
 */
export function peopleNames(context: Context): Required<Omit<NameLookup<'polkadot'>, 'avatar' | 'suffixOn'>> {
  const lookup: ReturnType<typeof peopleNames> = {
    async normalize(name) {
      const text = name.toLowerCase()
      const isLong = text.length > longestUsername
      if (!isLong && /^[a-z0-9]+\.[a-z0-9]+$/.test(text)) return text
      const reason = isLong
        ? `has more than ${longestUsername} characters`
        : "isn't a username of ASCII letters and digits"
      throw latchkeyError('validation/invalid-input', { values: { field: 'name', reason } })
    },
    async resolve(name, on, _, opts) {
      const entry = await read(context, on, 'usernameInfoOf', encodedUsername(name), opts)
      return entry && writeSs58({ prefix: on.ss58Prefix ?? generalPrefix, key: usernameOwner(entry) })
    },
    async reverse(address, on, coinType, opts) {
      const { suffix } = peopleChainOf(on, context) ?? {}
      const entry = await read(context, on, 'usernameOf', keyOf(address), opts)
      const name = entry && username(entry)
      if (!name || !suffix || !name.endsWith(suffix)) return undefined
      if ((await lookup.normalize(name).catch(() => undefined)) !== name) return undefined
      return (await lookup.resolve(name, on, coinType, opts)) === address ? name : undefined
    },
    async describe(address, on, opts) {
      const key = keyOf(address)
      const [own, above] = await Promise.all([
        read(context, on, 'identityOf', key, opts),
        read(context, on, 'superOf', key, opts),
      ])
      if (own || !above) return own && judgedName(own)
      const { account, name } = superIdentity(above)
      const [subs, identity] = await Promise.all([
        read(context, on, 'subsOf', account, opts),
        read(context, on, 'identityOf', account, opts),
      ])
      // Any account can name a main identity. But only the owner of the main identity can add accounts to its list of
      // sub-identities. So check this list.
      const isListed = subs && subAccounts(subs).some((one) => isSame(one, key))
      const main = isListed && identity ? judgedName(identity) : undefined
      return main && name ? `${main}/${name}` : undefined
    },
  }
  return lookup
}

/** Reads an entry of the pallet Identity. Resolves with undefined if there is no entry. */
async function read(
  context: Context,
  on: Network,
  item: Item,
  key: Uint8Array,
  opts: CallOptions | undefined,
): Promise<Uint8Array | undefined> {
  const chain = peopleChainOf(on, context)
  if (!chain)
    throw latchkeyError('adapter/unsupported', { values: { capability: 'names', subject: on.name } })
  const method = 'state_getStorage'
  const params = [identityKey(item, key)]
  const data = await context.rpc(chain.network).request<unknown>({ method, params }, opts)
  if (data === null) return undefined
  if (typeof data !== 'string' || !bytesPattern.test(data)) throw invalidAnswer(method)
  return hex.decode(data.slice(2).toLowerCase())
}

function keyOf(address: string): Uint8Array {
  const found = readSs58(address)
  if (typeof found !== 'string') return found.key
  throw latchkeyError('validation/invalid-address', { values: { reason: `${address} ${found}` } })
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
