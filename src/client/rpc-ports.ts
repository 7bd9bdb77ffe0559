import { loadEach } from '../core/async/load-once.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { type Options, rpcUrlsOf } from '../core/options.ts'
import type { HttpPort, JsonRpcPort, Platform } from '../ports.ts'
import type { OnMismatch } from './rpc-pool-of.ts'

export interface RpcPorts {
  /** @throws on first use `network/no-endpoint` when the network has no URL. */
  of(network: CaipNetworkId): JsonRpcPort
  /** The same for networks whose endpoints are an HTTP API. */
  http(network: CaipNetworkId): HttpPort
  /** Lets go of a network's endpoints: it may come back with others. */
  forget(network: CaipNetworkId): void
  dispose(): void
}

/** One pool of endpoints for each network, loaded and made when it is first used. */
export function createRpcPorts(
  options: Parameters<typeof rpcUrlsOf>[0] & Pick<Options, 'rpc'>,
  platform: Pick<Platform, 'clock' | 'fetch' | 'log'>,
  onMismatch: OnMismatch,
): RpcPorts {
  const ends: ((network?: CaipNetworkId) => void)[] = []
  let disposed = false

  type Open<P> = (...given: Parameters<typeof import('./rpc-pool-of.ts').openRpcPool>) => P
  /** The pools of one protocol. */
  function pools<P extends { dispose(): void }>(load: () => Promise<Open<P>>) {
    const pool = loadEach(async (network: CaipNetworkId) => {
      const open = await load()
      return open(rpcUrlsOf(options, network), options.rpc, platform, network, onMismatch)
    })
    ends.push((network) => {
      for (const one of network ? [pool.forget(network)] : pool.all())
        one?.then((made) => made.dispose()).catch(() => {})
    })
    return async (network: CaipNetworkId): Promise<P> => {
      if (disposed) throw latchkeyError('config/disposed')
      return pool.load(network)
    }
  }

  const rpc = pools(async () => (await import('./rpc-pool-of.ts')).openRpcPool)
  const http = pools(async () => (await import('../transport/esplora-pool.ts')).openEsploraPool)
  return {
    of: (network) => ({ request: async (call, opts) => (await rpc(network)).request(call, opts) }),
    http: (network) => ({
      json: async (path, opts) => (await http(network)).json(path, opts),
      text: async (path, opts) => (await http(network)).text(path, opts),
      post: async (path, body, opts) => (await http(network)).post(path, body, opts),
    }),
    forget(network) {
      for (const end of ends) end(network)
    },
    dispose() {
      disposed = true
      for (const end of ends) end()
    },
  }
}
