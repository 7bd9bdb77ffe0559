import { loadOnce } from '../core/async/load-once.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { HttpPort, JsonRpcPort } from '../ports.ts'
import type { OnMismatch } from './rpc-pool-of.ts'
import type { PoolPlatform, RpcPoolOptions } from './rpc-pools.ts'

export interface RpcPorts {
  /**
   * @param url Asks only this endpoint. Default: all of the network's.
   * @throws On first use: `network/no-endpoint` when the network has no URL.
   */
  of(network: CaipNetworkId, url?: string): JsonRpcPort
  /** The same, for networks with an HTTP API. */
  http(network: CaipNetworkId, url?: string): HttpPort
  /** Closes a network's pool, since its endpoints may change. */
  forget(network: CaipNetworkId): void
  dispose(): void
}

/** Creates the ports to all networks' endpoints. The pools' code is loaded on the first request. */
export function createRpcPorts(
  options: RpcPoolOptions,
  platform: PoolPlatform,
  onMismatch: OnMismatch,
): RpcPorts {
  let disposed = false
  const pools = loadOnce(async () => {
    const { RpcPools } = await import('./rpc-pools.ts')
    return new RpcPools(options, platform, onMismatch)
  })
  const open = async () => {
    const loaded = disposed ? undefined : (pools.value ?? (await pools.load()))
    if (disposed || !loaded) throw latchkeyError('config/disposed')
    return loaded
  }
  const http = async (network: CaipNetworkId, url?: string) => (await open()).http(network, url)
  return {
    of: (network, url) => ({
      request: async (call, opts) => (await (await open()).rpc(network, url)).request(call, opts),
    }),
    http: (network, url) => ({
      json: async (path, opts) => (await http(network, url)).json(path, opts),
      text: async (path, opts) => (await http(network, url)).text(path, opts),
      post: async (path, body, opts) => (await http(network, url)).post(path, body, opts),
    }),
    forget: (network) => pools.value?.forget(network),
    dispose() {
      disposed = true
      pools.value?.forget()
    },
  }
}
