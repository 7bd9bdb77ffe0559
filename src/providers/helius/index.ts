import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { HeliusOptions } from './options.ts'

export type { HeliusOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It reads the balances, NFTs and history of solana accounts from Helius. The
 * provider's code loads at its first use. Helius sees the visitor's IP address and the account's address.
 */
export function helius(options: HeliusOptions): DataProviderFactory {
  return {
    name: 'helius',
    covers: ['balances', 'nfts', ...(options.historyUrl === undefined ? [] : (['history'] as const))],
    create: async (context) => (await import('./helius-data.ts')).heliusData(options, context),
  }
}
