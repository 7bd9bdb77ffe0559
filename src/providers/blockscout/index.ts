import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { BlockscoutOptions } from './options.ts'

export type { BlockscoutOptions } from './options.ts'

/**
 * Token balances, transaction history and NFTs of eip155 accounts from Blockscout, for the option `providers`. Loads on first use.
 * Blockscout says which tokens and NFTs an account has; your own nodes say how many. Blockscout sees the account's address and the
 * visitor's IP address.
 */
export function blockscout(options: BlockscoutOptions): DataProviderFactory {
  return {
    name: 'blockscout',
    covers: ['balances', 'history', 'nfts'],
    create: async (context) => (await import('./blockscout-data.ts')).blockscoutData(options, context),
  }
}
