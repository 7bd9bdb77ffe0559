import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { EtherscanOptions } from './options.ts'

export type { EtherscanOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It reads the balances and history of eip155 accounts from Etherscan, on all
 * networks that Etherscan supports. The provider's code loads at its first use. Etherscan sees the visitor's IP address and the
 * account's address.
 */
export function etherscan(options: EtherscanOptions): DataProviderFactory {
  return {
    name: 'etherscan',
    covers: ['balances', 'history'],
    create: async (context) => (await import('./etherscan-data.ts')).etherscanData(options, context),
  }
}
