import { loadOnce } from '../../core/async/load-once.ts'
import { lowerBech32 } from '../../core/chain/address.ts'
import type { DataProvider, DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { servedData } from '../shared/served.ts'
import { createEndpoint } from './endpoint.ts'
import { heldCoins } from './held-coins.ts'
import type { CosmosRestOptions } from './options.ts'
import { unitsOf } from './units.ts'

/** Creates the reader of balances and history. The API: https://docs.cosmos.network/sdk/latest/api-reference/rest */
export function cosmosRestData(options: CosmosRestOptions, context: DataProviderContext): DataProvider {
  const ownerOf = (address: string) => lowerBech32('cosmos', address)
  const { nfts: _, ...data } = servedData((network) => {
    const endpoint = createEndpoint(network, options, context)
    if (!endpoint) return undefined
    const unitOf = unitsOf(endpoint, context)
    const balances = heldCoins(endpoint, unitOf, context)
    return {
      serves: endpoint.serves,
      balances: (address, opts) => balances(ownerOf(address), opts),
      // The history loads at its first use, because many pages show only balances.
      history: loadOnce(async () => {
        const read = (await import('./history.ts')).accountHistory(endpoint, unitOf, context)
        return (address: string, cursor?: string, opts?: CallOptions) => read(ownerOf(address), cursor, opts)
      }).load,
    }
  })
  return data
}
