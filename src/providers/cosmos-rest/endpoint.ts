import { type CaipNetworkId, networkParts } from '../../core/chain/caip.ts'
import type { CosmosChain } from '../../core/chain/cosmos.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext, ReadJson } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { valueAt } from '../shared/answer-fields.ts'
import type { CosmosRestOptions } from './options.ts'

/** The REST API of a node of one network. */
export interface Endpoint {
  readonly network: CaipNetworkId
  /** The network's `cosmos` parameters in the host's options. */
  readonly chain: CosmosChain
  readonly read: ReadJson
  /** Creates the error for an unexpected answer. */
  invalid(expected: string): Error
  /**
   * Returns whether the node serves the network. The result is kept for later calls. Throws instead of returning false if the
   * host set the URL for this network.
   */
  serves(opts?: CallOptions): Promise<boolean>
  /** Returns the denominations that the account holds. */
  denoms(owner: string, opts?: CallOptions): Promise<ReadonlySet<string>>
}

/** The number of denominations per page, and the maximum number of pages to read. */
const perPage = 200
const mostPages = 10

/** Matches the denominations that `x/bank` allows (cosmos-sdk, types/coin.go). */
const denomPattern = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/

export function createEndpoint(
  network: CaipNetworkId,
  { url }: CosmosRestOptions,
  { json, cosmos }: Pick<DataProviderContext, 'json' | 'cosmos'>,
): Endpoint | undefined {
  const isSingle = typeof url === 'string'
  const { namespace, reference } = networkParts(network) ?? {}
  const base = isSingle ? url : url[network as CaipNetworkId<'cosmos'>]
  const chain = cosmos?.(network)
  if (namespace !== 'cosmos' || base === undefined || !chain) return undefined
  const read = json(base)
  const { host } = new URL(base)
  const invalid = (expected: string) => latchkeyError('http/invalid-body', { values: { host, expected } })
  let known: boolean | undefined
  return {
    ...{ network, chain, read, invalid },
    async serves(opts) {
      if (known !== undefined) return known
      const info = await read('cosmos/base/tendermint/v1beta1/node_info', {}, opts)
      const id = valueAt(info, 'default_node_info.network')
      if (typeof id !== 'string' || id === '') throw invalid('the chain id')
      if (id !== reference && !isSingle) throw invalid(`the chain ${reference}`)
      known = id === reference
      return known
    },
    async denoms(owner, opts) {
      const found = new Set<string>()
      let key: string | undefined
      for (let page = 0; page < mostPages; page++) {
        const path = `cosmos/bank/v1beta1/balances/${encodeURIComponent(owner)}`
        const answer = await read(path, { 'pagination.limit': perPage, 'pagination.key': key }, opts)
        const balances = valueAt(answer, 'balances')
        if (!Array.isArray(balances) || balances.length > perPage) throw invalid('a page of balances')
        for (const one of balances) {
          const { denom, amount } = isObject(one) ? one : {}
          const isCoin =
            typeof denom === 'string' && denomPattern.test(denom) && /^\d{1,78}$/.test(`${amount}`)
          // A repeated denomination means that the pages overlap.
          if (!isCoin || found.has(denom)) throw invalid('the coins of the account')
          found.add(denom)
        }
        const next = valueAt(answer, 'pagination.next_key') ?? ''
        if (next === '' || balances.length === 0) break
        if (typeof next !== 'string' || !/^[\w+/=-]{1,1000}$/.test(next))
          throw invalid('the key of the next page')
        key = next
      }
      return found
    },
  }
}
