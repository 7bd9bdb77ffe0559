import type { SwapProviderFactory } from '../../core/wallet/payments/swap-provider.ts'
import type { ParaswapOptions } from './options.ts'

export type { ParaswapOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It swaps through the Augustus v6.2 contract of ParaSwap (now Velora), with
 * prices and routes from ParaSwap's Market API. The provider's code loads at its first use. ParaSwap sees the account's address,
 * the swapped tokens and amounts, and the visitor's IP address.
 */
export function paraswap(options: ParaswapOptions): SwapProviderFactory {
  return {
    name: 'paraswap',
    create: async (context) => (await import('./paraswap-swaps.ts')).paraswapSwaps(options, context),
  }
}
