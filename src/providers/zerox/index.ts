import type { SwapProviderFactory } from '../../core/wallet/payments/swap-provider.ts'
import type { ZeroxOptions } from './options.ts'

export type { ZeroxOptions } from './options.ts'

/**
 * Swaps through 0x's AllowanceHolder and Settler, with prices and routes of 0x's Swap API, for the option `providers`. Loads with
 * the first swap. 0x sees the account's address, what it swaps, and the visitor's IP address.
 */
export function zerox(options: ZeroxOptions): SwapProviderFactory {
  return {
    name: 'zerox',
    create: async (context) => (await import('./zerox-swaps.ts')).zeroxSwaps(options, context),
  }
}
