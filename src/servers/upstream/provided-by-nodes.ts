import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { DataProviderContext, DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { ServiceNetwork } from '../../core/wallet/wallet-service.ts'
import { systemClock } from '../../platform/system-clock.ts'
import { systemFetch } from '../../platform/system-fetch.ts'
import { joinProviders } from '../../services/data/joined-providers.ts'
import { networkIdentity } from '../../transport/json-rpc/network-identity.ts'
import { createRpcPool } from '../../transport/json-rpc/rpc-pool.ts'
import { KeptPrices } from '../data/kept-prices.ts'
import type { ProvidedSource } from '../data/provided.ts'
import { keptForAMinute } from './kept-for-a-minute.ts'
import { nodeUrls, type SharedHealth } from './post-to.ts'

type Node = ReturnType<DataProviderContext['rpc']>
type OnFailure = (message: string, error?: unknown) => void

/** Returns the operator's providers. If possible, the operator's nodes confirm the providers' answers. */
export async function providedByNodes(
  providers: readonly DataProviderFactory[],
  networks: readonly ServiceNetwork[],
  onFailure: OnFailure,
  now: () => number,
  health?: SharedHealth,
): Promise<ProvidedSource> {
  const ports = { fetch: systemFetch, clock: systemClock, log: { debug() {}, warn: onFailure, error() {} } }
  const nodes = new Map<CaipNetworkId, Node>()
  function rpc(network: CaipNetworkId): Node {
    const found = nodes.get(network)
    if (found) return found
    const one = networks.find(({ id }) => id === network)
    const made = createRpcPool({
      ...ports,
      health,
      // Passes on only the text of a warning. The second argument of `warn` is a node's answer, not an error.
      log: { ...ports.log, warn: (problem) => onFailure(problem) },
      urls: one ? nodeUrls(one) : [],
      identity: networkIdentity(network),
    })
    nodes.set(network, made)
    return made
  }
  const coin = (network: CaipNetworkId) => networks.find(({ id }) => id === network)?.nativeCurrency
  const cosmos = (network: CaipNetworkId) => networks.find(({ id }) => id === network)?.cosmos
  const data = await joinProviders(providers, ports, { rpc, coin, cosmos, currency: 'usd' }, undefined)
  return {
    networks: networks.map(({ id }) => id),
    data,
    // Takes no abort signal, because other requests may wait for the same answer.
    covers: keptForAMinute((network) => data.serves(network), now),
    ...(providers.some(({ covers }) => covers.includes('prices')) && {
      prices: new KeptPrices(data.prices, now),
    }),
  }
}
