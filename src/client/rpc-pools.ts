import { withTimeout } from '../core/async/deadline.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { transport } from '../core/limits.ts'
import { type Options, rpcUrlsOf } from '../core/options/options.ts'
import type { Platform, Unsubscribe } from '../ports.ts'
import type { HttpPool } from '../transport/http-pool.ts'
import { networkIdentity } from '../transport/json-rpc/network-identity.ts'
import { createRpcPool, type RpcPool } from '../transport/json-rpc/rpc-pool.ts'
import { type LoadProxy, openWithProxies } from '../transport/json-rpc/with-proxies.ts'
import { blockedFetch } from './blocked-fetch.ts'
import { reachingFetch } from './reach.ts'
import { defaultsWarning } from './warn-of-defaults.ts'

/** The options of pools. `networks` is read each time a pool is opened. */
export interface RpcPoolOptions extends Pick<Options, 'rpc'> {
  readonly customRpcUrls: Options['customRpcUrls']
  readonly networks: Parameters<typeof rpcUrlsOf>[0]['networks']
  /** Loads the service that forwards calls to nodes. Undefined if there is none. */
  readonly proxy?: LoadProxy | undefined
}

/**
 * Called for an endpoint that serves another network. `host` is the endpoint's host. `answer` is the endpoint's answer without
 * secrets.
 */
export type OnMismatch = (mismatch: {
  readonly network: CaipNetworkId
  readonly host: string
  readonly answer: string
}) => void

export type PoolPlatform = Pick<Platform, 'clock' | 'fetch' | 'log' | 'page' | 'health'>

/**
 * Opens one pool of endpoints per network. Also opens one pool for each URL that a caller wants to use alone. Each pool opens
 * at its first use.
 */
export class RpcPools {
  readonly #open: readonly PoolsOf<{ dispose(): void }>[]
  readonly #release: Unsubscribe
  readonly rpc: (network: CaipNetworkId, url?: string) => Promise<RpcPool>
  readonly http: (network: CaipNetworkId, url?: string) => Promise<HttpPool>

  constructor(options: RpcPoolOptions, given: PoolPlatform, onMismatch: OnMismatch) {
    const { fetch, release } = blockedFetch({ ...given, fetch: reachingFetch(given) })
    const platform = { ...given, fetch }
    this.#release = release
    const warn = defaultsWarning(options, platform.log)
    const shared = {
      // All networks share this record of the endpoints' health. The record is kept when a pool is closed and opened again.
      health: given.health ?? new Map(),
      visible: () => given.page.visible(),
    }
    const tell = (network: CaipNetworkId, host: string, answer: unknown) =>
      onMismatch({ network, host, answer: String(answer) })
    const rpc = new PoolsOf(async (network, url) => {
      warn(network)
      const open = (proxies: readonly string[]) => {
        const urls = url === undefined ? rpcUrlsOf(options, network, proxies) : [url]
        if (urls.length === 0) throw latchkeyError('network/no-endpoint', { values: { network } })
        return createRpcPool({
          ...shared,
          urls,
          plainUrls: proxies,
          lists: listsOf(options, network, proxies),
          clock: given.clock,
          fetch,
          log: given.log,
          ...options.rpc,
          onMismatch: (host, answer) => tell(network, host, answer),
          // An endpoint must show that it serves this network before its answers are used.
          identity: networkIdentity(network),
        })
      }
      const { proxy, rpc: limits } = options
      const isUsual = url === undefined
      return isUsual && proxy ? openWithProxies({ proxy, rpc: limits }, platform, network, open) : open([])
    })
    const http = new PoolsOf(async (network, url) => {
      const { openEsploraPool } = await loadEsplora(given.clock, options.rpc?.timeout)
      const urls = url === undefined ? rpcUrlsOf(options, network) : [url]
      const more = { ...shared, lists: listsOf(options, network) }
      return openEsploraPool(urls, options.rpc, platform, network, tell, more)
    })
    this.#open = [rpc, http]
    this.rpc = (network, url) => rpc.get(network, url)
    this.http = (network, url) => http.get(network, url)
  }

  /** Closes the pools of a network, or all pools if `network` is undefined. Call this method when the endpoints change. */
  forget(network?: CaipNetworkId): void {
    for (const pools of this.#open) pools.forget(network)
    if (network === undefined) this.#release()
  }
}

/**
 * Returns three lists of URLs: the host's own, the service's, and the network's default URLs. A read that is also sent to a
 * second URL stays within one list. So the host decides which servers see an account's data.
 */
function listsOf(
  options: Parameters<typeof rpcUrlsOf>[0],
  network: CaipNetworkId,
  proxies: readonly string[] = [],
): readonly (readonly string[])[] {
  const own = options.customRpcUrls[network]?.map(({ url }) => url) ?? []
  const chosen = [...own, ...proxies]
  const all = rpcUrlsOf(options, network, proxies)
  return [own, proxies, all.filter((url) => !chosen.includes(url))]
}

/**
 * Loads the code for Esplora. The time limit ends the wait if the server never sends this code. The next call waits for the code
 * again.
 */
function loadEsplora(clock: Platform['clock'], ms: number = transport.timeout) {
  const late = () => latchkeyError('http/timeout', { values: { host: 'The host of this page', ms } })
  return withTimeout(clock, ms, () => import('../transport/esplora-pool.ts'), late)
}

/** The pools for one protocol. */
class PoolsOf<P extends { dispose(): void }> {
  readonly #open: (network: CaipNetworkId, url: string | undefined) => Promise<P>
  /**
   * The open pools, by network and then by the URL that a caller uses alone. For the network's usual pool, the second key is
   * undefined.
   */
  readonly #opened = new Map<CaipNetworkId, Map<string | undefined, Promise<P>>>()

  constructor(open: (network: CaipNetworkId, url: string | undefined) => Promise<P>) {
    this.#open = open
  }

  get(network: CaipNetworkId, url?: string): Promise<P> {
    const pools = this.#opened.get(network) ?? new Map<string | undefined, Promise<P>>()
    this.#opened.set(network, pools)
    const known = pools.get(url)
    if (known) return known
    const opened = this.#open(network, url)
    pools.set(url, opened)
    // After a failure, the next use tries again.
    opened.catch(() => pools.get(url) === opened && pools.delete(url))
    return opened
  }

  forget(network?: CaipNetworkId): void {
    for (const one of network === undefined ? [...this.#opened.keys()] : [network]) {
      for (const opened of this.#opened.get(one)?.values() ?? [])
        opened.then(
          (pool) => pool.dispose(),
          () => {},
        )
      this.#opened.delete(one)
    }
  }
}
