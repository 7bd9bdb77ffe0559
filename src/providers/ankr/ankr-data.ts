import { loadOnce } from '../../core/async/load-once.ts'
import type { DataProvider, DataProviderContext } from '../../core/wallet/data-provider.ts'
import { servedData } from '../shared/served.ts'
import { createEndpoint } from './endpoint.ts'
import { heldTokens } from './held-tokens.ts'
import type { AnkrOptions } from './options.ts'

/** Creates the reader of balances, history and NFTs. The API: https://www.ankr.com/docs/advanced-api/overview/ */
export function ankrData(options: AnkrOptions, context: DataProviderContext): DataProvider {
  return servedData((network) => {
    const endpoint = createEndpoint(network, options, context)
    return (
      endpoint && {
        serves: endpoint.serves,
        balances: heldTokens(endpoint, context),
        // History and NFTs load at their first use, because many pages show only balances.
        nfts: loadOnce(async () => (await import('./held-nfts.ts')).heldNfts(endpoint, context)).load,
        history: loadOnce(async () => (await import('./history.ts')).accountHistory(endpoint, context)).load,
      }
    )
  })
}
