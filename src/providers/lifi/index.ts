import type { SwapProviderFactory } from '../../core/wallet/payments/swap-provider.ts'
import type { LifiOptions } from './options.ts'

export type { LifiOptions } from './options.ts'

/**
 * Swaps on one network through LI.FI's contract, with prices and routes of LI.FI's API, for the option `providers`. Swaps between
 * networks aren't supported. Loads with the first swap. LI.FI sees the account's address, what it swaps, and the visitor's IP address.
 */
export function lifi(options: LifiOptions): SwapProviderFactory {
  return {
    name: 'lifi',
    create: async (context) => (await import('./lifi-swaps.ts')).lifiSwaps(options, context),
  }
}
