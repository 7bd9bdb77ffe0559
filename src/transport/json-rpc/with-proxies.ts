import { withTimeout } from '../../core/async/deadline.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { transport } from '../../core/limits.ts'
import type { CallOptions, JsonRpcPort, Platform } from '../../ports.ts'
import type { RpcPool } from './rpc-pool.ts'

/** Loads the service that forwards calls to nodes. Resolves with undefined if there is none. */
export type LoadProxy = () => Promise<
  { nodeUrl(network: CaipNetworkId, opts?: CallOptions): Promise<string | undefined> } | undefined
>

export interface WithProxiesOptions {
  readonly proxy: LoadProxy
  /** The time limit of a request, in ms. Default: 10 s. */
  readonly rpc: { readonly timeout?: number | undefined } | undefined
}

/** How long to wait, in ms, until the forwarding service lists its networks. The specification has no such limit. */
const proxyPatience = 1000
/** The pause, in ms, before a forwarding service that failed is asked again. The specification has no such limit. */
const proxyPause = 30_000

/**
 * Opens a network's pool with the URLs of the forwarding service. If the service fails or takes longer than `proxyPatience`,
 * opens the pool without them, so that calls don't wait longer for the service. Adds them when the service answers. If the network
 * has no other endpoint, waits until the service answers.
 * @throws The errors of `open`; the service's failure, if the network has no other endpoint.
 */
export async function openWithProxies(
  { proxy, rpc }: WithProxiesOptions,
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  network: CaipNetworkId,
  open: (proxies: readonly string[]) => RpcPool,
): Promise<RpcPool> {
  const life = new AbortController()
  const within = <T>(ms: number, run: (signal: AbortSignal) => Promise<T>) => {
    const late = () => latchkeyError('http/timeout', { values: { host: 'The data service', ms } })
    return withTimeout(clock, ms, run, late, life.signal)
  }
  let failure: unknown
  const failed = (error: unknown) => {
    failure = error
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
  let first: RpcPool
  try {
    first = open(early ?? [])
  } catch (error) {
    if (early) throw error
    const proxies = await answer
    if (!proxies) throw failure
    return open(proxies)
  }
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
      life.abort(latchkeyError('flow/aborted'))
      first.dispose()
      current.dispose()
    },
  }
}
