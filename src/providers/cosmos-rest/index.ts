import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { CosmosRestOptions } from './options.ts'

export type { CosmosRestOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It reads the balances and history of cosmos accounts from the REST API of Cosmos
 * SDK nodes. The provider's code loads at its first use. The node sees the visitor's IP address and the account's address.
 */
export function cosmosRest(options: CosmosRestOptions): DataProviderFactory {
  return {
    name: 'cosmos-rest',
    covers: ['balances', 'history'],
    create: async (context) => (await import('./cosmos-rest-data.ts')).cosmosRestData(options, context),
  }
}
