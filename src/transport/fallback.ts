import { isAboutRange } from '../core/errors/about-range.ts'
import { isRetryable } from '../core/errors/is-retryable.ts'
import { isLatchkeyError, latchkeyError } from '../core/errors/latchkey-error.ts'
import type { Clock } from '../ports.ts'
import { broadcastAttempts } from './broadcast-attempts.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointCall } from './endpoint-client.ts'
import { isCalledInvalid } from './endpoint-fault.ts'
import type { EndpointHealth } from './endpoint-health.ts'
import type { createHedge } from './hedge.ts'
import { nextEndpoint, soonestFree, soonestRefusal } from './next-endpoint.ts'
import { maxPause, retryAfter } from './retry.ts'
import { retryDelay } from './retry-delay.ts'
import { createSharedPause } from './shared-pause.ts'

export interface FallbackOptions<C extends EndpointCall> {
  /** Returns the endpoints in order of preference. */
  endpoints(): readonly Endpoint<C>[]
  readonly clock: Clock
  readonly retries: number
  /** Asks a second endpoint if the first endpoint is slow. Absent if only one endpoint may be asked at a time. */
  readonly hedge?: ReturnType<typeof createHedge> | undefined
  /** Returns whether a read that went to the first URL may also go to the second URL. */
  mayHedge(first: string, second: string): boolean
  /** Throws if the host's answer is impossible. The next endpoint is then asked. */
  check?(call: C, answer: unknown, host: string): void
  /** Returns whether the endpoint is behind its network. Returns undefined if the answer doesn't show this. */
  isBehind?(call: C, answer: unknown, health: EndpointHealth): boolean | undefined
}

/**
 * Creates a function that sends a call to the endpoints, one after the other, until one succeeds. Endpoints that rest come last.
 * If all fail, retries the endpoints that may recover, after 150 ms · 2ⁿ or after a longer `Retry-After`. Sends a state-changing
 * call only to the first verified endpoint, exactly once and without a batch, because a retry could repeat its effect. Broadcasts
 * of signed transactions may be retried.
 *
 * If a read fails at all endpoints, prefers the error of an endpoint that works but can't answer this read. Callers can handle
 * this error: they continue without the method, or ask for a smaller range. If no endpoint has such an error, throws the last
 * error.
 *
 * If the answer to a broadcast is lost, the retry may fail because the node already has the transaction (`node/nonce-too-low`).
 * The caller must then look up the transaction. This function can't, because each family computes hashes differently. Marks the
 * error of a broadcast, so that `broadcastError` knows whether an attempt may have sent the transaction.
 */
export function createFallback<C extends EndpointCall>(options: FallbackOptions<C>) {
  const { endpoints, clock, retries, hedge, mayHedge, check, isBehind } = options
  type Errors = Map<Endpoint<C>, unknown>
  const pause = createSharedPause(clock)

  /** Runs a request, and records the result in the endpoint's health. */
  async function observed<T>(endpoint: Endpoint<C>, call: C, request: () => Promise<T>): Promise<T> {
    const { health } = endpoint
    const end = health.begin()
    const began = clock.now()
    try {
      const answer = await request()
      health.answered(isBehind?.(call, answer, health), began)
      return answer
    } catch (error) {
      if (!isLatchkeyError(error, 'flow/aborted')) health.failed(error)
      throw error
    } finally {
      end()
    }
  }

  return async (call: C, signal: AbortSignal): Promise<unknown> => {
    async function readFrom(endpoint: Endpoint<C>, inner = signal): Promise<unknown> {
      const answer = await observed(endpoint, call, () => endpoint.read(call, inner))
      check?.(call, answer, endpoint.host)
      return answer
    }
    const spareFor = (main: Endpoint<C>, isLeft: (other: Endpoint<C>) => boolean) =>
      endpoints().find(
        (other) =>
          other !== main &&
          isLeft(other) &&
          !other.mismatch &&
          other.health.restsUntil() === undefined &&
          mayHedge(main.url, other.url),
      )
    function read(main: Endpoint<C>, errors: Errors): Promise<unknown> {
      if (!hedge || !call.hedged) return alone(main, errors, (inner) => readFrom(main, inner))
      return hedge({
        main,
        spare: () => spareFor(main, (other) => !errors.has(other)),
        ask: readFrom,
        isFinal,
        onSpareError: (spare, error) => errors.set(spare, error),
        signal,
      })
    }
    /**
     * Sends a request that must not go to two endpoints. If the endpoint is new and slow, asks a second endpoint which network it
     * serves. If the second endpoint answers first, gives up on the new endpoint.
     */
    async function alone<T>(
      main: Endpoint<C>,
      errors: Errors,
      send: (inner: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const { health, host } = main
      if (!hedge || !health.isNew()) return send(signal)
      const stop = new AbortController()
      const sent = send(AbortSignal.any([signal, stop.signal]))
      sent.catch(() => {})
      const began = clock.now()
      const first = await hedge({
        main,
        // An endpoint that failed this call can be the second endpoint: it can show that the first endpoint is slow.
        spare: () => (health.isNew() ? spareFor(main, () => true) : undefined),
        ask: verified,
        isFinal,
        onSpareError: (spare, error) => errors.set(spare, error),
        signal,
      })
      if (first === main) return sent
      stop.abort()
      throw latchkeyError('http/timeout', { values: { host, ms: clock.now() - began } })
    }
    async function verified(endpoint: Endpoint<C>, inner = signal): Promise<Endpoint<C>> {
      try {
        await endpoint.verify(inner)
        return endpoint
      } catch (error) {
        if (!isLatchkeyError(error, 'flow/aborted')) endpoint.health.failed(error)
        throw error
      }
    }
    // Whether the call may try an endpoint that was silent. A read that can go to a second endpoint
    // too (`hedge`) loses only a short delay if the first is still silent. Any other call loses the
    // whole timeout. Without `hedge`, all reads try the endpoint, because otherwise no call would
    // do so.
    const isRead = call.kind === 'read'
    const isTrial = isRead && (call.hedged || !hedge)
    async function inTurn<T>(ask: (endpoint: Endpoint<C>, errors: Errors) => Promise<T>): Promise<T> {
      let left = endpoints()
      let verdict: unknown
      for (let attempt = 0; ; attempt++) {
        const errors: Errors = new Map()
        const pick = () => {
          const next = nextEndpoint(left, errors, isTrial)
          // Callers can handle a verdict (see `isVerdict`). So throw it, and don't wait for an endpoint that rests because it was
          // silent.
          const isLate = next?.health.isSilent() && next.health.restsUntil() !== undefined
          return isLate && isRead && [...errors.values()].some(isVerdict) ? undefined : next
        }
        let last: unknown
        for (let next = pick(); next; next = pick()) {
          try {
            const answer = await ask(next, errors)
            for (const [{ health }, error] of errors) if (isCalledInvalid(error)) health.contradicted()
            return answer
          } catch (error) {
            if (isLatchkeyError(error, 'flow/aborted') || isFinal(error)) throw error
            errors.set(next, error)
            last = error
          }
        }
        const now = clock.now()
        if (errors.size === 0) {
          // Each endpoint serves another network, or its server requested a pause. A new call fails at once. A call that has
          // already waited for its server waits again, because the server asked for another pause.
          const wait = soonestFree(left) - now
          if (attempt === 0 || attempt > retries || wait > maxPause) throw soonestRefusal(left)
          await pause(Math.max(wait, 1), signal)
          continue
        }
        const all = [...errors.values()]
        if (isRead) {
          verdict ??= all.find(isVerdict)
          // If an endpoint may recover, it may have the data. So don't throw the error for missing data.
          if (!all.some(isRetryableHere)) last = all.find(lacksData) ?? last
        }
        const later = [...errors]
          .map(([endpoint, error]) => {
            return { endpoint, error, ms: Math.max(retryDelay(attempt), retryAfter(error, now)) }
          })
          .filter(
            ({ error, ms }) =>
              isRetryableHere(error) &&
              // After a verdict, asks an endpoint once more only if this costs little time. It may serve the call.
              (verdict ? ms <= retryDelay(0) && !isLatchkeyError(error, 'http/timeout') : ms <= maxPause),
          )
        if (later.length === 0 || attempt >= retries) throw verdict ?? last
        const ms = Math.min(...later.map((one) => one.ms))
        await pause(ms, signal)
        left = later.filter((one) => one.ms <= ms).map(({ endpoint }) => endpoint)
      }
    }

    if (isRead) return inTurn(read)
    const meet = (endpoint: Endpoint<C>, errors: Errors) =>
      alone(endpoint, errors, (inner) => verified(endpoint, inner))
    return broadcastAttempts(async (attempt) => {
      const deliver = (endpoint: Endpoint<C>) =>
        attempt(() => observed(endpoint, call, () => endpoint.deliver(call, signal)))
      if (call.kind === 'write') return deliver(await inTurn(meet))
      return inTurn(async (endpoint, errors) => deliver(await meet(endpoint, errors)))
    })
  }
}

/** Returns whether the same endpoint may succeed later: it was overloaded, unreachable, or returned an invalid response. */
function isRetryableHere(error: unknown): boolean {
  return (
    (isRetryable(error) ||
      isLatchkeyError(error, 'http/invalid-body') ||
      isLatchkeyError(error, 'rpc/invalid-response')) &&
    !(error as { readonly lasting?: true }).lasting
  )
}

/** Returns whether an endpoint never serves this call, because it doesn't have the method or the call asks for too much data. */
function isVerdict(error: unknown): boolean {
  return isLatchkeyError(error, 'rpc/method-unsupported') || isAboutRange(error)
}

/** Returns whether a working endpoint doesn't have the data, or doesn't have it yet. */
function lacksData(error: unknown): boolean {
  return isLatchkeyError(error) && /^rpc\/(not-kept|not-found|unavailable)$/.test(error.code)
}

/**
 * Returns whether every endpoint would return the same error. Returns false for an unsupported method and an unknown item,
 * because another endpoint may know them.
 */
function isFinal(error: unknown): boolean {
  return (
    isLatchkeyError(error) &&
    !isAboutRange(error) &&
    ((error as { readonly final?: true }).final === true ||
      /^(node\/|wallet\/user-rejected|rpc\/(transaction-rejected|invalid-params)$)/.test(error.code))
  )
}
