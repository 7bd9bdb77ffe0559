import type { SwapProviderFactory } from '../../core/wallet/payments/swap-provider.ts'
import type { ParaswapOptions } from './options.ts'

export type { ParaswapOptions } from './options.ts'

/**
 * Creates a provider of swaps through ParaSwap's Augustus v6.2, with prices and routes of its Market API (now Velora), for the
 * option `providers`. The provider's code loads at the first swap. ParaSwap sees the account's address, the swapped tokens and
 * amounts, and the visitor's IP address.
 */
export function paraswap(options: ParaswapOptions): SwapProviderFactory {
  return {
    name: 'paraswap',
    create: async (context) => (await import('./paraswap-swaps.ts')).paraswapSwaps(options, context),
  }
}
