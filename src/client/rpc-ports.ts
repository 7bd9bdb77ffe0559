import type { CaipNetworkId } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { type Options, rpcUrlsOf } from '../core/options.ts'
import type { JsonRpcPort, Platform } from '../ports.ts'
import type { RpcPool } from '../transport/rpc-pool.ts'
import type { OnMismatch } from './rpc-pool-of.ts'

export interface RpcPorts {
  /** @throws on first use `network/no-endpoint` when the network has no URL. */
  of(network: CaipNetworkId): JsonRpcPort
  dispose(): void
}

/** One pool of endpoints for each network, loaded and made when it is first used. */
export function createRpcPorts(
  options: Pick<Options, 'networks' | 'customRpcUrls' | 'rpc'>,
  platform: Pick<Platform, 'clock' | 'fetch' | 'log'>,
  onMismatch: OnMismatch,
): RpcPorts {
  const pools = new Map<CaipNetworkId, Promise<RpcPool>>()
  let disposed = false

  async function make(network: CaipNetworkId): Promise<RpcPool> {
    const { openRpcPool } = await import('./rpc-pool-of.ts')
    return openRpcPool(rpcUrlsOf(options, network), options.rpc, platform, network, onMismatch)
  }

  return {
    of: (network) => ({
      async request(call, opts) {
        if (disposed) throw latchkeyError('config/disposed')
        let pool = pools.get(network)
        if (!pool) {
          pool = make(network)
          pools.set(network, pool)
          pool.catch(() => pools.delete(network))
        }
        return (await pool).request(call, opts)
      },
    }),
    dispose() {
      disposed = true
      for (const pool of pools.values()) {
        pool.then((one) => one.dispose()).catch(() => {})
      }
      pools.clear()
    },
  }
}
