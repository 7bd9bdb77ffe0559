import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { HeliusOptions } from './options.ts'

export type { HeliusOptions } from './options.ts'

/**
 * Token balances, NFTs and history of solana accounts from Helius, for the option `providers`. Loads on first use. Helius sees the
 * visitor's IP address and the account's address.
 */
export function helius(options: HeliusOptions): DataProviderFactory {
  return {
    name: 'helius',
    covers: ['balances', 'nfts', ...(options.historyUrl === undefined ? [] : (['history'] as const))],
    create: async (context) => (await import('./helius-data.ts')).heliusData(options, context),
  }
}
