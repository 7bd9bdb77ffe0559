import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { CoingeckoOptions } from './options.ts'

export type { CoingeckoOptions } from './options.ts'

/**
 * Prices of tokens and native coins from CoinGecko, in the currency of the option `currency`, for the option `providers`. Loads on
 * first use. CoinGecko sees the visitor's IP address and which tokens the account has, but not the account.
 */
export function coingecko(options: CoingeckoOptions): DataProviderFactory {
  return {
    name: 'coingecko',
    covers: ['prices'],
    create: async (context) => (await import('./coingecko-prices.ts')).coingeckoPrices(options, context),
  }
}
