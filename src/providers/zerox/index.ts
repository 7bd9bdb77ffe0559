import type { SwapProviderFactory } from '../../core/wallet/payments/swap-provider.ts'
import type { ZeroxOptions } from './options.ts'

export type { ZeroxOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It swaps through 0x's AllowanceHolder and Settler, with prices and routes from
 * 0x's Swap API. The provider's code loads at its first use. 0x sees the account's address, the swapped tokens and amounts, and
 * the visitor's IP address.
 */
export function zerox(options: ZeroxOptions): SwapProviderFactory {
  return {
    name: 'zerox',
    create: async (context) => (await import('./zerox-swaps.ts')).zeroxSwaps(options, context),
  }
}
