import type { SwapProviderFactory } from '../../core/wallet/payments/swap-provider.ts'
import type { LifiOptions } from './options.ts'

export type { LifiOptions } from './options.ts'

/**
 * Creates a provider of swaps through LI.FI's contract, with prices and routes of LI.FI's API, for the option `providers`. Swaps
 * between networks use the bridge Across. The provider's code loads at the first swap. LI.FI sees the account's
 * address, the swapped tokens and amounts, and the visitor's IP address.
 */
export function lifi(options: LifiOptions): SwapProviderFactory {
  return {
    name: 'lifi',
    create: async (context) => (await import('./lifi-swaps.ts')).lifiSwaps(options, context),
  }
}
