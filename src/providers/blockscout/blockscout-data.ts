import { loadOnce } from '../../core/async/load-once.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { networkParts } from '../../core/chain/caip.ts'
import type { DataProvider, DataProviderContext } from '../../core/wallet/data-provider.ts'
import { servedData } from '../shared/served.ts'
import { heldTokens } from './held-tokens.ts'
import { createInstance } from './instance.ts'
import type { BlockscoutOptions } from './options.ts'

/** Creates the reader of balances, history and NFTs. The API, version 2: https://docs.blockscout.com/devs/apis/rest */
export function blockscoutData({ url }: BlockscoutOptions, context: DataProviderContext): DataProvider {
  return servedData((network) => {
    const isSingle = typeof url === 'string'
    const base = isSingle ? url : url[network as CaipNetworkId<'eip155'>]
    if (base === undefined || networkParts(network)?.namespace !== 'eip155') return undefined
    const instance = createInstance(base, network, context, isSingle)
    return {
      serves: instance.serves,
      balances: heldTokens(instance, context),
      // History and NFTs load at their first use, because many pages show only balances.
      nfts: loadOnce(async () => (await import('./held-nfts.ts')).heldNfts(instance, context)).load,
      history: loadOnce(async () => (await import('./history.ts')).accountHistory(instance, context)).load,
    }
  })
}
