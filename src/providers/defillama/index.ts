import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { DefillamaOptions } from './options.ts'

export type { DefillamaOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It reads the prices of tokens and native coins from DefiLlama. The prices are in
 * US dollars, so they aren't used if the option `currency` names another currency. The provider's code loads at its first use.
 * DefiLlama sees the visitor's IP address and the account's tokens, but not the account's address.
 */
export function defillama(options: DefillamaOptions): DataProviderFactory {
  return {
    name: 'defillama',
    covers: ['prices'],
    create: async (context) => (await import('./defillama-prices.ts')).defillamaPrices(options, context),
  }
}
