import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { PythOptions } from './options.ts'

export type { PythFeeds, PythOptions } from './options.ts'

/**
 * Prices of native coins, and of the tokens whose feeds you name, in US dollars from Pyth, for the option `providers`. Has no effect
 * if the option `currency` names another currency. Loads on first use. The service sees the visitor's IP address and which coins
 * the account may have, but not the account.
 */
export function pyth(options: PythOptions): DataProviderFactory {
  return {
    name: 'pyth',
    covers: ['prices'],
    create: async (context) => (await import('./pyth-prices.ts')).pythPrices(options, context),
  }
}
