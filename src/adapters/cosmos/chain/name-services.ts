import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { isObject } from '../../../core/json/is-object.ts'
import { bytesIn, decodeProto, encodeProto } from '../../../core/protobuf.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { NameLookup } from '../../../core/wallet/name-lookup.ts'
import type { CallOptions } from '../../../ports.ts'
import { normalizeAddress } from '../address.ts'
import { nameNetworkOf, osmosis, stargaze } from '../name-network.ts'
import { chainQueries } from './client.ts'

type Network = ChainNetwork<'cosmos'>
type Context = Pick<AdapterContext, 'rpc' | 'endpoints'>

/** Asks a contract. Returns undefined if the contract answers with an error. */
type Ask = (question: object) => Promise<unknown>

/**
 * A contract that stores names. The functions return undefined or an empty text if there is no result. The caller checks the type
 * of a result.
 */
interface NameService {
  readonly contract: string
  address(ask: Ask, label: string, prefix: string): Promise<unknown>
  /** Returns the label of an account's primary name. */
  label(ask: Ask, address: string): Promise<unknown>
}

/** ICNS: `README.md` and `contracts/icns-resolver/src/msg.rs` of https://github.com/icns-xyz/icns. */
const icns: NameService = {
  contract: 'osmo1xk0s8xgktn9x5vwcgtjdxqzadg88fgn33p8u9cnpdxwemvxscvast52cdd',
  address: async (ask, label, prefix) =>
    member(await ask({ address_by_icns: { icns: `${label}.${prefix}` } }), 'bech32_address'),
  label: async (ask, address) => member(await ask({ primary_name: { address } }), 'name'),
}

/**
 * Stargaze Names: `API.md` and `contracts/sg721-name/src/contract.rs` of https://github.com/public-awesome/names. The contract
 * answers with an error if a name is unknown, or if an account has no name.
 */
const stargazeNames: NameService = {
  contract: 'stars1fx74nkqkw2748av8j7ew7r3xt9cgjqduwn8m0ur5lhe49uhlsasszc5fhr',
  address: (ask, name) => ask({ associated_address: { name } }),
  label: (ask, address) => ask({ name: { address } }),
}

const services: Readonly<Record<CaipNetworkId<'cosmos'>, NameService>> = {
  [osmosis]: icns,
  [stargaze]: stargazeNames,
}

const wasm = 'cosmwasm.wasm.v1.Query'
const smartQuery = 'SmartContractState'

/** Creates the lookup for the names of cosmos accounts. */
export function cosmosNames(context: Context): NameLookup<'cosmos'> {
  const lookup: NameLookup<'cosmos'> = {
    async normalize(name) {
      const text = name.toLowerCase()
      // The contracts also accept characters that look like the characters below. So allow only the characters below.
      if (/^[a-z0-9_-]{1,64}\.[a-z0-9]{1,32}$/.test(text)) return text
      const reason = "isn't a name of ASCII letters, digits, hyphens and underscores"
      throw latchkeyError('validation/invalid-input', { values: { field: 'name', reason } })
    },
    async resolve(name, on, _, opts) {
      const { service, ask, prefix } = serviceFor(context, on, opts)
      const found = await service.address(ask, name.slice(0, -prefix.length - 1), prefix)
      if (found === undefined || found === '') return undefined
      // Refuse an address in capital letters or with another prefix, because the contracts don't store such addresses.
      if (typeof found !== 'string' || normalizeAddress(found, on) !== found) throw invalidAnswer()
      return found
    },
    async reverse(address, on, coinType, opts) {
      const { service, ask, prefix } = serviceFor(context, on, opts)
      const label = await service.label(ask, address)
      if (label === undefined || label === '') return undefined
      if (typeof label !== 'string') throw invalidAnswer()
      const name = `${label}.${prefix}`
      if ((await lookup.normalize(name).catch(() => undefined)) !== name) return undefined
      return (await lookup.resolve(name, on, coinType, opts)) === address ? name : undefined
    },
  }
  return lookup
}

function serviceFor(context: Context, on: Network, opts: CallOptions | undefined) {
  const network = nameNetworkOf(on, context)
  const service = network && services[network]
  const prefix = on.cosmos?.bech32Prefix
  if (!service || !prefix)
    throw latchkeyError('adapter/unsupported', { values: { capability: 'names', subject: on.name } })
  const ask: Ask = (question) => askContract(context, network, service.contract, question, opts)
  return { service, ask, prefix }
}

/** Sends a smart query: github.com/CosmWasm/wasmd, proto/cosmwasm/wasm/v1/query.proto. */
async function askContract(
  { rpc }: Context,
  network: CaipNetworkId<'cosmos'>,
  contract: string,
  question: object,
  opts: CallOptions | undefined,
): Promise<unknown> {
  const request = encodeProto([1, contract], [2, JSON.stringify(question)])
  let answer: Uint8Array
  try {
    answer = await chainQueries(rpc(network), opts).ask(wasm, smartQuery, request)
  } catch (error) {
    if (isLatchkeyError(error, 'rpc/not-found')) return undefined
    throw error
  }
  const [data] = bytesIn(decodeProto(answer) ?? [], 1)
  if (!data) throw invalidAnswer()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(data))
  } catch {
    throw invalidAnswer()
  }
}

/** Returns a text member of an answer. Returns undefined if the contract answered with an error. */
function member(answer: unknown, name: string): unknown {
  if (answer === undefined) return undefined
  if (!isObject(answer) || typeof answer[name] !== 'string') throw invalidAnswer()
  return answer[name]
}

function invalidAnswer() {
  return latchkeyError('rpc/invalid-value', { values: { method: smartQuery } })
}
