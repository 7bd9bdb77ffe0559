import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { DefillamaOptions } from './options.ts'

export type { DefillamaOptions } from './options.ts'

/**
 * Prices of tokens and native coins in US dollars from DefiLlama, for the option `providers`. Has no effect if the option
 * `currency` names another currency. Loads on first use. DefiLlama sees the visitor's IP address and which tokens the account has,
 * but not the account.
 */
export function defillama(options: DefillamaOptions): DataProviderFactory {
  return {
    name: 'defillama',
    covers: ['prices'],
    create: async (context) => (await import('./defillama-prices.ts')).defillamaPrices(options, context),
  }
}
