import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { PythOptions } from './options.ts'

export type { PythFeeds, PythOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It reads prices from Pyth: of native coins, and of the tokens for which you set
 * price feeds. The prices are in US dollars, so they aren't used if the option `currency` names another currency. The provider's
 * code loads at its first use. The service sees the visitor's IP address and which coins the account may have, but not the
 * account's address.
 */
export function pyth(options: PythOptions): DataProviderFactory {
  return {
    name: 'pyth',
    covers: ['prices'],
    create: async (context) => (await import('./pyth-prices.ts')).pythPrices(options, context),
  }
}
