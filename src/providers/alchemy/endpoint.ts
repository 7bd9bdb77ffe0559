import { type CaipNetworkId, networkParts } from '../../core/chain/caip.ts'
import type { DataProviderContext, ReadJson } from '../../core/wallet/data-provider.ts'
import { sameBlocks } from '../shared/eip155/same-blocks.ts'
import { serviceRpc } from '../shared/json-rpc.ts'
import type { AlchemyOptions } from './options.ts'

/** Alchemy's API for one network. */
export interface Endpoint extends Pick<ReturnType<typeof serviceRpc>, 'call' | 'batch' | 'invalid'> {
  readonly network: CaipNetworkId
  readonly serves: ReturnType<typeof sameBlocks>
  /** Calls the NFT API: https://www.alchemy.com/docs/reference/nft-api-quickstart */
  nft(...request: Parameters<ReadJson>): Promise<unknown>
}

/** Creates the endpoint of a network. Returns undefined for a network without a URL. */
export function createEndpoint(
  network: CaipNetworkId,
  { url, key }: AlchemyOptions,
  { json, rpc }: Pick<DataProviderContext, 'json' | 'rpc'>,
): Endpoint | undefined {
  const isSingle = typeof url === 'string'
  const base = isSingle ? url : url[network as CaipNetworkId<'eip155'>]
  if (base === undefined || networkParts(network)?.namespace !== 'eip155') return undefined
  const read = json(base)
  const { host } = new URL(base)
  const part = key ? `/${encodeURIComponent(key)}` : ''
  const { call, batch, invalid } = serviceRpc({ read, host, path: `v2${part}` })
  // A node answers null for a block that it doesn't have.
  const block = async (height: bigint, opts?: Parameters<typeof call>[2]) =>
    (await call('eth_getBlockByNumber', [`0x${height.toString(16)}`, false], opts)) ?? undefined
  return {
    ...{ network, call, batch, invalid },
    serves: sameBlocks({ network, isSingle, invalid, block }, rpc),
    nft: (path, params, opts) => read(`nft/v3${part}/${path}`, params, opts),
  }
}
