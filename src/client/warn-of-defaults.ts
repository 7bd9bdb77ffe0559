import type { CaipNetworkId } from '../core/chain/caip.ts'
import { type ChainNetwork, findNetwork } from '../core/chain/network.ts'
import type { Options } from '../core/options/options.ts'
import { isDevelopment } from '../platform/is-development.ts'
import type { Logger } from '../ports.ts'

/**
 * In development builds, warns once per network about default URLs that have a notice. Doesn't warn if the host sets its own
 * URLs.
 */
export function defaultsWarning(
  {
    networks,
    customRpcUrls,
  }: Pick<Options, 'customRpcUrls'> & { readonly networks: readonly ChainNetwork[] },
  log: Pick<Logger, 'warn'>,
  isWanted = isDevelopment(),
): (network: CaipNetworkId) => void {
  const told = new Set<CaipNetworkId>()
  return (id) => {
    const network = findNetwork(networks, id)
    const notice = network?.rpcUrls.default.notice
    if (!isWanted || notice === undefined || customRpcUrls[id]?.length || told.has(id)) return
    told.add(id)
    log.warn(
      `${notice}: ${network?.name}. The default endpoints are for trying; name your own with customRpcUrls. See docs/networks.md.`,
    )
  }
}
