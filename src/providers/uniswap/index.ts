import type { SwapProviderFactory } from '../../core/wallet/payments/swap-provider.ts'
import type { UniswapOptions } from './options.ts'

export type { UniswapOptions } from './options.ts'

/**
 * Creates a swap provider for the option `providers` or `swapProvider`. It needs no service: your own nodes ask Uniswap's V3
 * quoter contract for quotes, and swaps go through SwapRouter02 or the Universal Router. The provider's code loads at its first
 * use.
 */
export function uniswap(options: UniswapOptions): SwapProviderFactory {
  return {
    name: 'uniswap',
    create: async (context) => (await import('./chain/uniswap-swaps.ts')).uniswapSwaps(options, context),
  }
}
