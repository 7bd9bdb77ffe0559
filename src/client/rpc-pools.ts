import { withTimeout } from '../core/async/deadline.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { transport } from '../core/limits.ts'
import { type Options, rpcUrlsOf } from '../core/options/options.ts'
import type { JsonRpcPort, Platform, Unsubscribe } from '../ports.ts'
import type { DataService } from '../services/data/data-service.ts'
import type { HttpPool } from '../transport/http-pool.ts'
import { networkIdentity } from '../transport/json-rpc/network-identity.ts'
import { createRpcPool, type RpcPool } from '../transport/json-rpc/rpc-pool.ts'
import { blockedFetch } from './blocked-fetch.ts'
import { reachingFetch } from './reach.ts'
import { defaultsWarning } from './warn-of-defaults.ts'

/** The options of pools. `networks` is read each time a pool is opened. */
export interface RpcPoolOptions extends Pick<Options, 'rpc'> {
  readonly customRpcUrls: Options['customRpcUrls']
  readonly networks: Parameters<typeof rpcUrlsOf>[0]['networks']
  /** Loads the service that forwards calls to nodes. Undefined if there is none. */
  readonly proxy?: (() => Promise<Pick<DataService, 'nodeUrl'> | undefined>) | undefined
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

/** How long to wait, in ms, until the forwarding service lists its networks. The specification has no such limit. */
const proxyPatience = 1000
/** The pause, in ms, before a forwarding service that failed is asked again. The specification has no such limit. */
const proxyPause = 30_000

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
      return url === undefined ? openWithProxies(options, platform, network, open) : open([])
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

/**
 * Opens a network's pool with the URLs of the forwarding service. If the service fails or takes longer than `proxyPatience`,
 * opens the pool without them, so that calls don't wait longer for the service. Adds them when the service answers.
 */
async function openWithProxies(
  { proxy, rpc }: RpcPoolOptions,
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  network: CaipNetworkId,
  open: (proxies: readonly string[]) => RpcPool,
): Promise<RpcPool> {
  if (!proxy) return open([])
  const life = new AbortController()
  const late = () => latchkeyError('flow/aborted')
  const within = <T>(ms: number, run: (signal: AbortSignal) => Promise<T>) =>
    withTimeout(clock, ms, run, late, life.signal)
  const failed = (error: unknown) => {
    log.debug("Loading the service's networks failed", error)
    return undefined
  }
  const timeout = rpc?.timeout ?? transport.timeout
  const load = () => within(timeout, async () => ({ service: await proxy() })).catch(failed)
  /** Resolves with undefined if the service fails. */
  const ask = async (loaded: Awaited<ReturnType<typeof load>>): Promise<readonly string[] | undefined> => {
    if (!loaded) return undefined
    const answer = within(timeout, async (signal) => loaded.service?.nodeUrl(network, { signal }))
    return answer.then((url) => (url === undefined ? [] : [url]), failed)
  }

  // Loading the code doesn't count toward `proxyPatience`, because it may take longer than asking the service.
  const answer = ask(await load())
  const early = await within(proxyPatience, () => answer).catch(failed)
  const first = open(early ?? [])
  if (early) return first

  let current = first
  let isAnswered = false
  let asked = clock.now()
  /** The number of requests that the first pool is answering. */
  let pending = 0
  const change = (proxies: readonly string[] | undefined) => {
    if (!proxies || isAnswered || life.signal.aborted) return
    isAnswered = true
    if (proxies.length === 0) return
    current = open(proxies)
    if (pending === 0) first.dispose()
  }
  void answer.then(change)
  return {
    async request<T>(...call: Parameters<JsonRpcPort['request']>): Promise<T> {
      if (!isAnswered && Math.abs(clock.now() - asked) >= proxyPause) {
        asked = clock.now()
        void load().then(ask).then(change)
      }
      if (current !== first) return current.request<T>(...call)
      pending++
      try {
        return await first.request<T>(...call)
      } finally {
        pending--
        // Disposing the pool earlier would abort its requests.
        if (pending === 0 && current !== first) first.dispose()
      }
    },
    dispose() {
      life.abort(late())
      first.dispose()
      current.dispose()
    },
  }
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
