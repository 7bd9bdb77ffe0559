import { type CaipNetworkId, networkParts } from '../../core/chain/caip.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { serviceRpc } from '../shared/json-rpc.ts'
import type { HeliusOptions } from './options.ts'

/** Helius's RPC and DAS API for one network. */
export interface Cluster extends Pick<ReturnType<typeof serviceRpc>, 'call' | 'invalid'> {
  readonly network: CaipNetworkId
  /** Returns whether Helius and the host's own node have the same first block. The result is kept for later calls. */
  serves(opts?: CallOptions): Promise<boolean>
  /** Returns one page of an account's assets: https://www.helius.dev/docs/api-reference/das/searchassets */
  assets(
    owner: string,
    tokenType: 'fungible' | 'nonFungible',
    page: number,
    opts?: CallOptions,
  ): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** The number of assets per page. It is low, because each asset needs two calls to the node. */
export const perPage = 100

export function createCluster(
  network: CaipNetworkId,
  { url, key }: HeliusOptions,
  { json, rpc }: Pick<DataProviderContext, 'json' | 'rpc'>,
): Cluster | undefined {
  if (networkParts(network)?.namespace !== 'solana') return undefined
  const service = { read: json(url), host: new URL(url).host, path: '', query: { 'api-key': key } }
  const { call, invalid } = serviceRpc(service)
  let known: boolean | undefined
  return {
    ...{ network, call, invalid },
    async serves(opts) {
      if (known !== undefined) return known
      const method = 'getGenesisHash'
      const [own, theirs] = await Promise.all([
        rpc(network).request({ method }, opts),
        call(method, [], opts),
      ])
      known = typeof own === 'string' && own !== '' && own === theirs
      return known
    },
    async assets(ownerAddress, tokenType, page, opts) {
      const result = await call('searchAssets', { ownerAddress, tokenType, page, limit: perPage }, opts)
      // According to the API reference, the list is in `assets`. But the API returns the list itself as the result.
      const list = isObject(result) && isObject(result.assets) ? result.assets : result
      if (!isObject(list) || !Array.isArray(list.items) || list.items.length > perPage)
        throw invalid('a page of assets')
      return list.items.map((item) => {
        const ownership = isObject(item) && isObject(item.ownership) ? item.ownership : {}
        if (!isObject(item) || (ownership.owner && ownership.owner !== ownerAddress))
          throw invalid('the account of the request')
        return item
      })
    },
  }
}
