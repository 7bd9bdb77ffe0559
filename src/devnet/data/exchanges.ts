import type { ChainNetwork } from '../../core/chain/network.ts'
import { NodeCalls } from '../../servers/data/node-calls.ts'
import type { Exchange } from '../../servers/data/swap/exchange.ts'
import type { DevExchange } from '../exchange/deploy-exchange.ts'
import { postTo } from '../node-http.ts'

export function exchangesFrom(
  exchanges: readonly DevExchange[],
  networks: readonly ChainNetwork[],
): readonly Exchange[] {
  return exchanges.flatMap(({ network, router, factory, wrapped, tokens }) => {
    const served = networks.find(({ caipNetworkId }) => caipNetworkId === network)
    const [url] = served?.rpcUrls.default.http ?? []
    if (!served || url === undefined) return []
    const { name, symbol, decimals } = served.nativeCurrency
    return {
      ...{ chain: network, node: new NodeCalls(postTo(url)), router, factory, tokens },
      native: served.nativeCurrency,
      wrapped: { name: `Wrapped ${name}`, symbol: `W${symbol}`, decimals, address: wrapped },
    }
  })
}
