import { loadEach } from '../core/async/load-once.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { type Options, rpcUrlsOf } from '../core/options.ts'
import type { JsonRpcPort, Platform } from '../ports.ts'
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
  let disposed = false

  const pools = loadEach(async (network: CaipNetworkId) => {
    const { openRpcPool } = await import('./rpc-pool-of.ts')
    return openRpcPool(rpcUrlsOf(options, network), options.rpc, platform, network, onMismatch)
  })

  return {
    of: (network) => ({
      async request(call, opts) {
        if (disposed) throw latchkeyError('config/disposed')
        return (await pools.load(network)).request(call, opts)
      },
    }),
    dispose() {
      disposed = true
      for (const pool of pools.all()) {
        pool.then((one) => one.dispose()).catch(() => {})
      }
    },
  }
}
