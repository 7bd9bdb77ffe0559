import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { CoingeckoOptions } from './options.ts'

export type { CoingeckoOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It reads the prices of tokens and native coins from CoinGecko, in the currency
 * that the option `currency` names. The provider's code loads at its first use. CoinGecko sees the visitor's IP address and the
 * account's tokens, but not the account's address.
 */
export function coingecko(options: CoingeckoOptions): DataProviderFactory {
  return {
    name: 'coingecko',
    covers: ['prices'],
    create: async (context) => (await import('./coingecko-prices.ts')).coingeckoPrices(options, context),
  }
}
