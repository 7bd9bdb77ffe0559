import { raceAborts } from '../core/async/race-aborts.ts'
import { sharedRuns } from '../core/async/shared-run.ts'
import { concealing } from '../core/errors/conceal.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { transport } from '../core/limits.ts'
import type { CallOptions, Clock, Fetch, Logger, NodeHealth } from '../ports.ts'
import { createEndpoint, type Endpoint, type Identity } from './endpoint.ts'
import type { EndpointCall, EndpointClient } from './endpoint-client.ts'
import { type EndpointHealth, healthIn } from './endpoint-health.ts'
import type { ExchangeSettings } from './exchange.ts'
import { createFallback } from './fallback.ts'
import { createHedge, hedgeAfter } from './hedge.ts'
import type { Ping, Ranking } from './ranking.ts'

export interface PoolOptions<C extends EndpointCall> {
  /** The endpoints' URLs in order of preference. */
  readonly urls: readonly string[]
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Logger
  /** The timeout of each attempt, in ms. Default: 10,000. */
  readonly timeout?: number | undefined
  /** The number of retries of a call after all endpoints failed. Default: 3. */
  readonly retries?: number | undefined
  /** Whether to ping the endpoints and prefer the best endpoint. Default: false. */
  readonly rank?: boolean | undefined
  /** In ms: after this time without an answer to a read, the pool also asks a second URL. `false`: never. Default: 1,500. */
  readonly hedge?: number | false | undefined
  /**
   * The URLs in groups, such as the app's own URLs. If a read is slow, the second URL is in the same group as the first. Default:
   * all URLs are one group.
   */
  readonly lists?: readonly (readonly string[])[] | undefined
  /** The health of the endpoints, shared with other pools. Default: a new record for this pool. */
  readonly health?: NodeHealth | undefined
  /** Returns whether the visitor sees the page. Ranking pauses while the page is hidden. Default: always true. */
  visible?(): boolean
  /** Verifies the network of each endpoint. An endpoint that serves another network is never used. */
  readonly identity?: Identity<C> | undefined
  /** Called if an endpoint serves another network. `answer` is its answer without secrets. */
  onMismatch?(host: string, answer: unknown): void
  /** Throws if the host's answer to a read is impossible. The pool then asks the next endpoint. */
  check?(call: C, answer: unknown, host: string): void
  /**
   * Returns whether the endpoint is behind its network. If so, the endpoint rests. Returns undefined if the answer to the read
   * doesn't show this.
   */
  isBehind?(call: C, answer: unknown, health: EndpointHealth): boolean | undefined
}

/** The code of the pool that depends on the protocol. */
export interface PoolProtocol<C extends EndpointCall> {
  readonly ping: Ping<C>
  client(
    settings: ExchangeSettings & { readonly url: string; readonly health: EndpointHealth },
  ): EndpointClient<C>
}

export interface Pool<C extends EndpointCall> {
  request(call: C, opts?: CallOptions): Promise<unknown>
  /** Aborts pending requests with `flow/aborted` and stops all timers. */
  dispose(): void
}

/**
 * Creates the pool of a network's endpoints (S2.9). Identical concurrent reads share a request, unless they are `own`, and so do
 * identical broadcasts. A failed call is retried, also at the other endpoints. But a `write` is sent exactly once. An endpoint that
 * failed rests while another endpoint is available. If a caller aborts, the other callers of the same request still get the
 * answer.
 */
export function createPool<C extends EndpointCall>(
  options: PoolOptions<C>,
  { ping, client: clientFor }: PoolProtocol<C>,
): Pool<C> {
  const { urls, fetch, clock, log, identity, onMismatch, rank, visible, check, isBehind } = options
  const { timeout = transport.timeout, retries = transport.retries, hedge = hedgeAfter } = options
  const { health: known = new Map(), lists = [urls] } = options
  const life = new AbortController()

  const endpoints = urls.map((url) => {
    const conceal = concealing(url)
    const health = healthIn(known, url, clock)
    const client = clientFor({
      ...{ url, clock, timeout, network: identity?.expected, conceal, health },
      async fetch(...request) {
        const response = await fetch(...request)
        health.heard()
        return response
      },
    })
    return createEndpoint({
      url,
      client,
      health,
      identity,
      conceal,
      life: life.signal,
      onMismatch(answer) {
        log.warn(`The endpoint ${client.host} serves another network than ${identity?.expected}`, answer)
        onMismatch?.(client.host, answer)
      },
      warn: (problem) => log.warn(`The endpoint ${client.host} ${problem}`),
    })
  })
  let ranking: Ranking<Endpoint<C>> | undefined
  if (rank && endpoints.length > 1)
    import('./ranking.ts').then(
      ({ startRanking }) => {
        if (!life.signal.aborted) ranking = startRanking(endpoints, ping, clock, life.signal, visible)
      },
      (error) => log.warn('Endpoints are asked in the given order: ranking did not load', error),
    )
  const ask = createFallback({
    endpoints: () => ranking?.order() ?? endpoints,
    clock,
    retries,
    hedge: hedge === false || endpoints.length < 2 ? undefined : createHedge(clock, hedge),
    mayHedge: (first, second) => lists.some((list) => list.includes(first) && list.includes(second)),
    check,
    isBehind,
  })
  const shared = sharedRuns<unknown>({
    max: transport.dedupeCacheSize,
    life: life.signal,
    race: raceAborts(),
  })

  return {
    async request(call, { signal } = {}) {
      if (life.signal.aborted) throw latchkeyError('config/disposed')
      if (endpoints.length === 0)
        throw latchkeyError('network/no-endpoint', { values: { network: identity?.expected ?? 'unknown' } })
      // Never share a `write`, because each one is meant to have an effect.
      const key = call.own || call.kind === 'write' ? Symbol() : call.text
      return shared(key, (inner) => ask(call, inner), signal)
    },
    dispose: () => life.abort(latchkeyError('flow/aborted')),
  }
}
