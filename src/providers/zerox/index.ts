import type { SwapProviderFactory } from '../../core/wallet/payments/swap-provider.ts'
import type { ZeroxOptions } from './options.ts'

export type { ZeroxOptions } from './options.ts'

/**
 * Creates a provider of swaps through 0x's AllowanceHolder and Settler, with prices and routes of 0x's Swap API, for the option
 * `providers`. The provider's code loads at the first swap. 0x sees the account's address, the swapped tokens and amounts, and
 * the visitor's IP address.
 */
export function zerox(options: ZeroxOptions): SwapProviderFactory {
  return {
    name: 'zerox',
    create: async (context) => (await import('./zerox-swaps.ts')).zeroxSwaps(options, context),
  }
}
