import type { ChainNetwork } from 'latchkey'
import { knownNetworks } from '../args/networks.ts'
import type { Env } from '../io.ts'

interface PublicNetworks {
  /** The networks with only the endpoints that anyone may know. A network that isn't known has none. */
  readonly networks: readonly ChainNetwork[]
  /** The endpoints that the user named, by CAIP-2 id. */
  readonly endpoints: Readonly<Record<string, readonly { readonly url: string }[]>>
}

/**
 * Separates the endpoints that the user named from the networks' public endpoints. A wallet that doesn't know a network gets the
 * network's endpoints, and an endpoint of the user may contain a key. If a network is listed twice, uses the first.
 */
export async function publicNetworks(env: Env, given: readonly ChainNetwork[]): Promise<PublicNetworks> {
  const known = new Map(
    (await knownNetworks(env)).map(({ network }) => [network.caipNetworkId, network.rpcUrls]),
  )
  const all = new Map(given.toReversed().map((network) => [network.caipNetworkId, network]))
  const endpoints: Record<string, readonly { readonly url: string }[]> = {}
  const networks = [...all.values()].map((network) => {
    const id = network.caipNetworkId
    const own = network.rpcUrls.default.http
    const rpcUrls = known.get(id) ?? { default: { http: [] } }
    if (String(own) === String(rpcUrls.default.http)) return network
    endpoints[id] = own.map((url) => ({ url }))
    return { ...network, rpcUrls }
  })
  return { networks, endpoints }
}
