import type { CaipNetworkId } from '../core/chain/caip.ts'
import { type Options, rpcUrlsOf } from '../core/options.ts'
import type { Platform } from '../ports.ts'
import { openEsploraPool } from '../transport/esplora-pool.ts'
import { type OnMismatch, openRpcPool } from './rpc-pool-of.ts'

/** What pools are opened with; the networks are read when one is. */
export type RpcPoolOptions = Parameters<typeof rpcUrlsOf>[0] & Pick<Options, 'rpc'>

/** One pool of endpoints for each network, opened when it is first used. */
export class RpcPools {
  readonly #open: Set<PoolsOf<{ dispose(): void }>>
  readonly rpc: (network: CaipNetworkId) => ReturnType<typeof openRpcPool>
  readonly http: (network: CaipNetworkId) => ReturnType<typeof openEsploraPool>

  constructor(
    options: RpcPoolOptions,
    platform: Pick<Platform, 'clock' | 'fetch' | 'log'>,
    onMismatch: OnMismatch,
  ) {
    const rpc = new PoolsOf((network) =>
      openRpcPool(rpcUrlsOf(options, network), options.rpc, platform, network, onMismatch),
    )
    const http = new PoolsOf((network) =>
      openEsploraPool(rpcUrlsOf(options, network), options.rpc, platform, network, onMismatch),
    )
    this.#open = new Set([rpc, http])
    this.rpc = (network) => rpc.get(network)
    this.http = (network) => http.get(network)
  }

  /** Lets go of a network's endpoints: it may come back with others. Without one, of all. */
  forget(network?: CaipNetworkId): void {
    for (const pools of this.#open) pools.forget(network)
  }
}

/** The pools of one protocol. */
class PoolsOf<P extends { dispose(): void }> {
  readonly #open: (network: CaipNetworkId) => P
  readonly #opened = new Map<CaipNetworkId, P>()

  constructor(open: (network: CaipNetworkId) => P) {
    this.#open = open
  }

  get(network: CaipNetworkId): P {
    const known = this.#opened.get(network)
    if (known) return known
    const opened = this.#open(network)
    this.#opened.set(network, opened)
    return opened
  }

  forget(network?: CaipNetworkId): void {
    for (const one of network === undefined ? [...this.#opened.keys()] : [network]) {
      this.#opened.get(one)?.dispose()
      this.#opened.delete(one)
    }
  }
}
