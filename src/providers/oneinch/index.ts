import type { SwapProviderFactory } from '../../core/wallet/payments/swap-provider.ts'
import type { OneinchOptions } from './options.ts'

export type { OneinchOptions } from './options.ts'

/**
 * Swaps through 1inch's Aggregation Router v6, with prices and routes of 1inch's Classic Swap API, for the option `providers`. Loads
 * with the first swap. 1inch sees the account's address, what it swaps, and the visitor's IP address.
 */
export function oneinch(options: OneinchOptions): SwapProviderFactory {
  return {
    name: 'oneinch',
    create: async (context) => (await import('./oneinch-swaps.ts')).oneinchSwaps(options, context),
  }
}
