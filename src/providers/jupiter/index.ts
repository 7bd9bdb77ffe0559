import type { SwapProviderFactory } from '../../core/wallet/payments/swap-provider.ts'
import type { JupiterOptions } from './options.ts'

export type { JupiterOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It swaps on solana through Jupiter's program, with prices and routes from
 * Jupiter's Swap API. The provider's code loads at its first use. Jupiter sees the account's address, the swapped tokens and
 * amounts, and the visitor's IP address.
 */
export function jupiter(options: JupiterOptions): SwapProviderFactory<'solana'> {
  return {
    name: 'jupiter',
    namespace: 'solana',
    create: async (context) => (await import('./jupiter-swaps.ts')).jupiterSwaps(options, context),
  }
}
