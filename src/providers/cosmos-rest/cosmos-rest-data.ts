import { loadOnce } from '../../core/async/load-once.ts'
import { lowerBech32 } from '../../core/chain/address.ts'
import type { CaipAddress } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import type { DataProvider, DataProviderContext } from '../../core/wallet/data-provider.ts'
import { served } from '../shared/served.ts'
import { createEndpoint } from './endpoint.ts'
import { heldCoins } from './held-coins.ts'
import type { CosmosRestOptions } from './options.ts'
import { unitsOf } from './units.ts'

/** Creates the reader of balances and history. The API: https://docs.cosmos.network/sdk/latest/api-reference/rest */
export function cosmosRestData(options: CosmosRestOptions, context: DataProviderContext): DataProvider {
  const serving = served((network) => {
    const endpoint = createEndpoint(network, options, context)
    if (!endpoint) return undefined
    const unitOf = unitsOf(endpoint, context)
    return {
      serves: endpoint.serves,
      balances: heldCoins(endpoint, unitOf, context),
      // The history loads at its first use, because many pages show only balances.
      history: loadOnce(async () => (await import('./history.ts')).accountHistory(endpoint, unitOf, context))
        .load,
    }
  })
  function partsOf(account: CaipAddress) {
    const { networkId, address } = parseCaipAddress(account)
    return { networkId, owner: lowerBech32('cosmos', address) }
  }
  return {
    serves: async (network, opts) => (await serving(network, opts)) !== undefined,
    async balances(account, opts) {
      const { networkId, owner } = partsOf(account)
      return (await serving(networkId, opts))?.balances(owner, opts)
    },
    async transactions(account, cursor, opts) {
      const { networkId, owner } = partsOf(account)
      return (await (await serving(networkId, opts))?.history())?.(owner, cursor, opts)
    },
  }
}
