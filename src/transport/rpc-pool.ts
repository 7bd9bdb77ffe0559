import { sharedRuns } from '../core/async/shared-run.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { transport } from '../core/limits.ts'
import { isStateChanging } from '../core/rpc-methods.ts'
import type { CallOptions, Clock, Fetch, JsonRpcPort, Logger, RpcRequest } from '../ports.ts'
import { createEndpoint, type Identity } from './endpoint.ts'
import { createFallbackRpc } from './fallback-rpc.ts'
import { createJsonRpcClient, rpcCall } from './json-rpc-client.ts'
import { startRanking } from './ranking.ts'

export interface RpcPoolOptions {
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
  readonly identity?: Identity | undefined
  onMismatch?(url: string, answer: unknown): void
}

export interface RpcPool extends JsonRpcPort {
  /** Ends what is under way, with `flow/aborted`, and all timers. */
  dispose(): void
}

/**
 * The endpoints of one network as one. Specification 2, section 9. Equal reads that are under way are one request, reads of
 * one tick travel as one batch; failures are repeated and taken to the next endpoint, except for what changes something,
 * which is delivered exactly once. One caller's abort does not end what another waits for. Values are not checked here.
 */
export function createRpcPool(options: RpcPoolOptions): RpcPool {
  const { urls, fetch, clock, log, identity, onMismatch, rank } = options
  const { timeout = transport.timeout, retries = transport.retries } = options
  const life = new AbortController()

  const endpoints = urls.map((url) => {
    const client = createJsonRpcClient({ url, fetch, clock, timeout })
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
  const ranking = rank && endpoints.length > 1 ? startRanking(endpoints, clock, life.signal) : undefined
  const ask = createFallbackRpc({ endpoints: () => ranking?.order() ?? endpoints, clock, retries })
  const shared = sharedRuns<unknown>({ max: transport.dedupeCacheSize, life: life.signal })

  return {
    async request<T>(request: RpcRequest, { signal }: CallOptions = {}): Promise<T> {
      if (life.signal.aborted) throw latchkeyError('config/disposed')
      if (endpoints.length === 0) {
        throw latchkeyError('network/no-endpoint', { values: { network: identity?.expected ?? 'unknown' } })
      }
      const call = rpcCall(request)
      // Nothing that changes something is ever joined: each call of it is meant.
      const key = isStateChanging(call.method) ? Symbol() : call.text
      return (await shared(key, (inner) => ask(call, inner), signal)) as T
    },
    dispose: () => life.abort(latchkeyError('flow/aborted')),
  }
}
