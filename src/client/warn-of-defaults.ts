import type { CaipNetworkId } from '../core/chain/caip.ts'
import { findNetwork } from '../core/chain/network.ts'
import type { Logger } from '../ports.ts'
import type { RpcPoolOptions } from './rpc-pools.ts'

/** Warns once per network, in development builds, of default URLs with a notice. The host's own URLs silence it. */
export function defaultsWarning(
  { networks, customRpcUrls }: Pick<RpcPoolOptions, 'networks' | 'customRpcUrls'>,
  log: Pick<Logger, 'warn'>,
  isDevelopment = isDevelopmentBuild(),
): (network: CaipNetworkId) => void {
  const told = new Set<CaipNetworkId>()
  return (id) => {
    const network = findNetwork(networks, id)
    const notice = network?.rpcUrls.default.notice
    if (!isDevelopment || notice === undefined || customRpcUrls[id]?.length || told.has(id)) return
    told.add(id)
    log.warn(
      `${notice}: ${network?.name}. The default endpoints are for trying; name your own with customRpcUrls. See docs/networks.md.`,
    )
  }
}

/** Bundlers replace the expression. */
function isDevelopmentBuild(): boolean {
  try {
    return process.env.NODE_ENV === 'development'
  } catch {
    return false
  }
}
