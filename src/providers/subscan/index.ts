import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { SubscanOptions } from './options.ts'

export type { SubscanOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It reads the balances and history of polkadot accounts from Subscan. The
 * provider's code loads at its first use. Subscan sees the visitor's IP address and the account's address.
 */
export function subscan(options: SubscanOptions): DataProviderFactory {
  return {
    name: 'subscan',
    covers: ['balances', 'history'],
    create: async (context) => (await import('./subscan-data.ts')).subscanData(options, context),
  }
}
