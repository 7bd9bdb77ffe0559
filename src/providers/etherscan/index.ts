import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { EtherscanOptions } from './options.ts'

export type { EtherscanOptions } from './options.ts'

/**
 * Token balances and history of eip155 accounts from Etherscan, on all its networks, for the option `providers`. Loads on first use.
 * Etherscan sees the visitor's IP address and the account's address.
 */
export function etherscan(options: EtherscanOptions): DataProviderFactory {
  return {
    name: 'etherscan',
    covers: ['balances', 'history'],
    create: async (context) => (await import('./etherscan-data.ts')).etherscanData(options, context),
  }
}
