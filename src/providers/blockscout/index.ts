import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { BlockscoutOptions } from './options.ts'

export type { BlockscoutOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It reads the balances, history and NFTs of eip155 accounts from Blockscout. The
 * provider's code loads at its first use. Blockscout lists the tokens and NFTs of an account, and your own nodes return the
 * amounts. Blockscout sees the account's address and the visitor's IP address.
 */
export function blockscout(options: BlockscoutOptions): DataProviderFactory {
  return {
    name: 'blockscout',
    covers: ['balances', 'history', 'nfts'],
    create: async (context) => (await import('./blockscout-data.ts')).blockscoutData(options, context),
  }
}
