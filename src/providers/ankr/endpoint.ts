import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { sameBlocks } from '../shared/eip155/same-blocks.ts'
import { serviceRpc } from '../shared/json-rpc.ts'
import type { AnkrOptions } from './options.ts'

/** Ankr's API for one network. */
export interface Endpoint extends Pick<ReturnType<typeof serviceRpc>, 'invalid'> {
  readonly network: CaipNetworkId
  readonly serves: ReturnType<typeof sameBlocks>
  /**
   * Calls a method. Returns the result, and the list `name` in the result.
   * @throws `http/invalid-body`, also if an item of the list belongs to another network; `rpc/limit-exceeded`
   */
  list(
    method: string,
    name: string,
    params: object,
    opts?: CallOptions,
  ): Promise<readonly [result: Readonly<Record<string, unknown>>, items: readonly Item[]]>
}
export type Item = Readonly<Record<string, unknown>>

/**
 * Ankr's names for the networks in `latchkey/networks`, by CAIP-2 id: https://www.ankr.com/docs/advanced-api/overview/. Hosts
 * name other networks in the option `blockchains`.
 */
const names: NonNullable<AnkrOptions['blockchains']> = {
  'eip155:1': 'eth',
  'eip155:10': 'optimism',
  'eip155:56': 'bsc',
  'eip155:100': 'gnosis',
  'eip155:137': 'polygon',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum',
  'eip155:43113': 'avalanche_fuji',
  'eip155:43114': 'avalanche',
  'eip155:59144': 'linea',
  'eip155:80002': 'polygon_amoy',
  'eip155:84532': 'base_sepolia',
  'eip155:534352': 'scroll',
  'eip155:11155111': 'eth_sepolia',
  'eip155:11155420': 'optimism_testnet',
}

/** Creates the endpoint of a network. Returns undefined if Ankr has no known name for the network. */
export function createEndpoint(
  network: CaipNetworkId,
  { url, key, blockchains }: AnkrOptions,
  { json, rpc }: Pick<DataProviderContext, 'json' | 'rpc'>,
): Endpoint | undefined {
  const blockchain = { ...names, ...blockchains }[network as CaipNetworkId<'eip155'>]
  if (blockchain === undefined) return undefined
  const path = encodeURIComponent(key ?? '')
  const { call, invalid } = serviceRpc({ read: json(url), host: new URL(url).host, path })

  const list: Endpoint['list'] = async (method, name, params, opts) => {
    const result = await call(method, { blockchain: [blockchain], ...params }, opts)
    const items = isObject(result) ? result[name] : undefined
    const isHere = (item: unknown) => isObject(item) && item.blockchain === blockchain
    if (!isObject(result) || !Array.isArray(items) || !items.every(isHere))
      throw invalid(`${name} on ${network}`)
    return [result, items]
  }
  return {
    ...{ network, invalid, list },
    serves: sameBlocks(
      {
        // Don't fail if Ankr lacks the block, because Ankr's index can lag behind the node. Another provider can answer then.
        ...{ network, invalid, isSingle: true },
        async block(height, opts) {
          const range = { blockchain, fromBlock: Number(height), toBlock: Number(height), includeTxs: false }
          const [, [block]] = await list('ankr_getBlocks', 'blocks', range, opts)
          return block
        },
      },
      rpc,
    ),
  }
}
