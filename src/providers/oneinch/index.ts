import type { SwapProviderFactory } from '../../core/wallet/payments/swap-provider.ts'
import type { OneinchOptions } from './options.ts'

export type { OneinchOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It swaps through 1inch's Aggregation Router v6, with prices and routes from
 * 1inch's Classic Swap API. The provider's code loads at its first use. 1inch sees the account's address, the swapped tokens and
 * amounts, and the visitor's IP address.
 */
export function oneinch(options: OneinchOptions): SwapProviderFactory {
  return {
    name: 'oneinch',
    create: async (context) => (await import('./oneinch-swaps.ts')).oneinchSwaps(options, context),
  }
}
