import { loadOnce } from '../core/async/load-once.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { HttpPort, JsonRpcPort } from '../ports.ts'
import type { OnMismatch, PoolPlatform, RpcPoolOptions } from './rpc-pools.ts'

export interface RpcPorts {
  /**
   * Returns the port to a network's nodes: the object that sends requests to them.
   * @param url The only endpoint to use. Default: all endpoints of the network.
   * @throws `network/no-endpoint` at the first use, if the network has no URL.
   */
  of(network: CaipNetworkId, url?: string): JsonRpcPort
  /** Returns the port to a network whose nodes have an HTTP API. Takes the same parameters and throws the same errors as `of`. */
  http(network: CaipNetworkId, url?: string): HttpPort
  /** Closes a network's pools. Call this method when the network's endpoints change. */
  forget(network: CaipNetworkId): void
  dispose(): void
}

/** Creates the ports to the endpoints of all networks. The code of the pools loads at the first request. */
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
  return {
    of: (...at) => ({
      request: async (...call) => (await (await open()).rpc(...at)).request(...call) as never,
    }),
    http: (...at) => ({
      json: async (...call) => (await (await open()).http(...at)).json(...call),
      text: async (...call) => (await (await open()).http(...at)).text(...call),
      post: async (...call) => (await (await open()).http(...at)).post(...call),
    }),
    forget: (network) => pools.value?.forget(network),
    dispose() {
      disposed = true
      pools.value?.forget()
    },
  }
}
