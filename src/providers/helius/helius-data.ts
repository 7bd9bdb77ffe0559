import { loadOnce } from '../../core/async/load-once.ts'
import type { DataProvider, DataProviderContext } from '../../core/wallet/data-provider.ts'
import { servedData } from '../shared/served.ts'
import { createCluster } from './cluster.ts'
import { heldTokens } from './held-tokens.ts'
import type { HeliusOptions } from './options.ts'

/** Creates the reader of balances, NFTs and history. The API: https://www.helius.dev/docs/das-api */
export function heliusData(options: HeliusOptions, context: DataProviderContext): DataProvider {
  const { historyUrl: url, key } = options
  const { transactions, ...data } = servedData((network) => {
    const cluster = createCluster(network, options, context)
    return (
      cluster && {
        serves: cluster.serves,
        balances: heldTokens(cluster, context),
        // History and NFTs load at their first use, because many pages show only balances.
        nfts: loadOnce(async () => (await import('./held-nfts.ts')).heldNfts(cluster, context)).load,
        history: loadOnce(async () => {
          const { accountHistory } = await import('./history.ts')
          return url === undefined ? undefined : accountHistory(cluster, { url, key }, context)
        }).load,
      }
    )
  })
  return url === undefined ? data : { ...data, transactions }
}
