import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { AnkrOptions } from './options.ts'

export type { AnkrOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It reads the balances, history and NFTs of eip155 accounts from Ankr's Advanced
 * API. The provider's code loads at its first use. Ankr sees the visitor's IP address and the account's address.
 */
export function ankr(options: AnkrOptions): DataProviderFactory {
  return {
    name: 'ankr',
    covers: ['balances', 'history', 'nfts'],
    create: async (context) => (await import('./ankr-data.ts')).ankrData(options, context),
  }
}
