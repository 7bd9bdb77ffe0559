import type { SwapProviderFactory } from '../../core/wallet/payments/swap-provider.ts'
import type { LifiOptions } from './options.ts'

export type { LifiOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It swaps through LI.FI's contract, with prices and routes from LI.FI's API.
 * Swaps between networks use the bridge Across. The provider's code loads at its first use. LI.FI sees the account's address,
 * the swapped tokens and amounts, and the visitor's IP address.
 */
export function lifi(options: LifiOptions): SwapProviderFactory {
  return {
    name: 'lifi',
    create: async (context) => (await import('./lifi-swaps.ts')).lifiSwaps(options, context),
  }
}
