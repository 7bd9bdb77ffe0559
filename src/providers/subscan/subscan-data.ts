import { loadOnce } from '../../core/async/load-once.ts'
import type { DataProvider, DataProviderContext } from '../../core/wallet/data-provider.ts'
import { servedData } from '../shared/served.ts'
import { createEndpoint } from './endpoint.ts'
import { heldTokens } from './held-tokens.ts'
import type { SubscanOptions } from './options.ts'

/** Creates the reader of balances and history. The API: https://support.subscan.io */
export function subscanData(options: SubscanOptions, context: DataProviderContext): DataProvider {
  const { nfts: _, ...data } = servedData((network) => {
    const endpoint = createEndpoint(network, options, context)
    return (
      endpoint && {
        serves: endpoint.serves,
        balances: heldTokens(endpoint, context),
        // The history loads at its first use, because many pages show only balances.
        history: loadOnce(async () => (await import('./history.ts')).accountHistory(endpoint, context)).load,
      }
    )
  })
  return data
}
