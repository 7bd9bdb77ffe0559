import type { SwapProviderFactory } from '../../core/wallet/payments/swap-provider.ts'
import type { ParaswapOptions } from './options.ts'

export type { ParaswapOptions } from './options.ts'

/**
 * Swaps through ParaSwap's Augustus v6.2, with prices and routes of its Market API (now Velora), for the option `providers`. Loads
 * with the first swap. ParaSwap sees the account's address, what it swaps, and the visitor's IP address.
 */
export function paraswap(options: ParaswapOptions): SwapProviderFactory {
  return {
    name: 'paraswap',
    create: async (context) => (await import('./paraswap-swaps.ts')).paraswapSwaps(options, context),
  }
}
