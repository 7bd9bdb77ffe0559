import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { AlchemyOptions } from './options.ts'

export type { AlchemyOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It reads the balances, history and NFTs of eip155 accounts from Alchemy. The
 * provider's code loads at its first use. Alchemy sees the visitor's IP address and the account's address.
 */
export function alchemy(options: AlchemyOptions): DataProviderFactory {
  return {
    name: 'alchemy',
    covers: ['balances', 'history', 'nfts'],
    create: async (context) => (await import('./alchemy-data.ts')).alchemyData(options, context),
  }
}
