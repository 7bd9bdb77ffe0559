import { withTimeout } from '../core/async/deadline.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { type Options, rpcUrlsOf } from '../core/options/options.ts'
import type { Platform, Unsubscribe } from '../ports.ts'
import type { DataService } from '../services/data/data-service.ts'
import { openEsploraPool } from '../transport/esplora-pool.ts'
import type { RpcPool } from '../transport/rpc-pool.ts'
import { blockedFetch } from './blocked-fetch.ts'
import { reachingFetch } from './reach.ts'
import { type OnMismatch, openRpcPool } from './rpc-pool-of.ts'

/** The options for pools; the networks are read each time one is opened. */
export interface RpcPoolOptions extends Pick<Options, 'rpc'> {
  readonly customRpcUrls: Options['customRpcUrls']
  readonly networks: Parameters<typeof rpcUrlsOf>[0]['networks']
  /** Loads the service that proxies calls to nodes; absent if there is none. */
  readonly proxy?: (() => Promise<Pick<DataService, 'nodeUrl'> | undefined>) | undefined
}

/** In ms. How long to wait for the proxy service to list its networks. Not from the specification. */
const proxyPatience = 1000

/** One endpoint pool per network, opened on first use. */
export class RpcPools {
  readonly #open: readonly PoolsOf<{ dispose(): void }>[]
  readonly #release: Unsubscribe
  readonly rpc: (network: CaipNetworkId) => Promise<RpcPool>
  readonly http: (network: CaipNetworkId) => Promise<ReturnType<typeof openEsploraPool>>

  constructor(
    options: RpcPoolOptions,
    given: Pick<Platform, 'clock' | 'fetch' | 'log' | 'page'>,
    onMismatch: OnMismatch,
  ) {
    const { fetch, release } = blockedFetch({ ...given, fetch: reachingFetch(given) })
    const platform = { ...given, fetch }
    this.#release = release
    const rpc = new PoolsOf(async (network) => {
      const proxies = await proxiesOf(options, platform, network)
      const urls = rpcUrlsOf(options, network, proxies)
      return openRpcPool({ urls, plainUrls: proxies }, options.rpc, platform, network, onMismatch)
    })
    const http = new PoolsOf(async (network) =>
      openEsploraPool(rpcUrlsOf(options, network), options.rpc, platform, network, (id, host, answer) =>
        onMismatch({ network: id, host, answer: String(answer) }),
      ),
    )
    this.#open = [rpc, http]
    this.rpc = (network) => rpc.get(network)
    this.http = (network) => http.get(network)
  }

  /** Closes a network's pool, since its endpoints may change. Without an id, closes all pools. */
  forget(network?: CaipNetworkId): void {
    for (const pools of this.#open) pools.forget(network)
    if (network === undefined) this.#release()
  }
}

/** A proxy service that fails or is slow must not delay calls. */
async function proxiesOf(
  { proxy }: RpcPoolOptions,
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  network: CaipNetworkId,
): Promise<readonly string[]> {
  if (!proxy) return []
  const late = () => latchkeyError('flow/aborted')
  try {
    const service = await proxy()
    const ask = async (signal: AbortSignal) => service?.nodeUrl(network, { signal })
    const url = await withTimeout(clock, proxyPatience, ask, late)
    return url === undefined ? [] : [url]
  } catch (error) {
    log.debug("Loading the service's networks failed", error)
    return []
  }
}

/** The pools of one protocol. */
class PoolsOf<P extends { dispose(): void }> {
  readonly #open: (network: CaipNetworkId) => Promise<P>
  readonly #opened = new Map<CaipNetworkId, Promise<P>>()

  constructor(open: (network: CaipNetworkId) => Promise<P>) {
    this.#open = open
  }

  get(network: CaipNetworkId): Promise<P> {
    const known = this.#opened.get(network)
    if (known) return known
    const opened = this.#open(network)
    this.#opened.set(network, opened)
    // Retry on the next use after a failure.
    opened.catch(() => this.#opened.get(network) === opened && this.#opened.delete(network))
    return opened
  }

  forget(network?: CaipNetworkId): void {
    for (const one of network === undefined ? [...this.#opened.keys()] : [network]) {
      this.#opened.get(one)?.then(
        (pool) => pool.dispose(),
        () => {},
      )
      this.#opened.delete(one)
    }
  }
}
