import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { MempoolOptions } from './options.ts'

export type { MempoolOptions } from './options.ts'

/**
 * Creates a provider for the option `providers`. It reads the history of bip122 accounts from mempool.space or from your own
 * instance. The provider's code loads at its first use. The instance sees the visitor's IP address and the account's address.
 */
export function mempool(options: MempoolOptions): DataProviderFactory {
  return {
    name: 'mempool',
    covers: ['history'],
    create: async (context) => (await import('./mempool-history.ts')).mempoolHistory(options, context),
  }
}
