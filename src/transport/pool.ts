import { sharedRuns } from '../core/async/shared-run.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { transport } from '../core/limits.ts'
import type { CallOptions, Clock, Fetch, Logger } from '../ports.ts'
import { createEndpoint, type Identity } from './endpoint.ts'
import type { EndpointCall, EndpointClient } from './endpoint-client.ts'
import type { ExchangeSettings } from './exchange.ts'
import { createFallback } from './fallback.ts'
import { type Ping, startRanking } from './ranking.ts'

export interface PoolOptions<C extends EndpointCall> {
  /** In order of preference. */
  readonly urls: readonly string[]
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Logger
  /** In ms, for every attempt. Default 10,000. */
  readonly timeout?: number | undefined
  /** How often a read is repeated after all endpoints have failed. Default 3. */
  readonly retries?: number | undefined
  /** Whether endpoints are pinged and the best one is asked first. Default false. */
  readonly rank?: boolean | undefined
  /** With it, an endpoint that serves another network is excluded before any of its answers is believed. */
  readonly identity?: Identity<C> | undefined
  onMismatch?(url: string, answer: unknown): void
}

/** How the endpoints are asked. */
export interface PoolProtocol<C extends EndpointCall> {
  readonly ping: Ping<C>
  client(settings: ExchangeSettings & { readonly url: string }): EndpointClient<C>
}

export interface Pool<C extends EndpointCall> {
  request(call: C, opts?: CallOptions): Promise<unknown>
  /** Ends what is under way, with `flow/aborted`, and all timers. */
  dispose(): void
}

/**
 * The endpoints of one network as one. Specification 2, section 9. Equal reads that are under way are one request; failures
 * are repeated and taken to the next endpoint, except for what changes something, which is delivered exactly once. One
 * caller's abort does not end what another waits for. Values are not checked here.
 */
export function createPool<C extends EndpointCall>(
  options: PoolOptions<C>,
  { ping, client: clientFor }: PoolProtocol<C>,
): Pool<C> {
  const { urls, fetch, clock, log, identity, onMismatch, rank } = options
  const { timeout = transport.timeout, retries = transport.retries } = options
  const life = new AbortController()

  const endpoints = urls.map((url) => {
    const client = clientFor({ url, fetch, clock, timeout })
    return createEndpoint({
      client,
      identity,
      life: life.signal,
      onMismatch(answer) {
        log.warn(`The endpoint ${client.host} serves another network than ${identity?.expected}`, answer)
        onMismatch?.(url, answer)
      },
    })
  })
  const ranking = rank && endpoints.length > 1 ? startRanking(endpoints, ping, clock, life.signal) : undefined
  const ask = createFallback({ endpoints: () => ranking?.order() ?? endpoints, clock, retries })
  const shared = sharedRuns<unknown>({ max: transport.dedupeCacheSize, life: life.signal })

  return {
    async request(call, { signal } = {}) {
      if (life.signal.aborted) throw latchkeyError('config/disposed')
      if (endpoints.length === 0)
        throw latchkeyError('network/no-endpoint', { values: { network: identity?.expected ?? 'unknown' } })
      // Nothing that changes something is ever joined: each call of it is meant.
      const key = call.kind === 'write' ? Symbol() : call.text
      return shared(key, (inner) => ask(call, inner), signal)
    },
    dispose: () => life.abort(latchkeyError('flow/aborted')),
  }
}
