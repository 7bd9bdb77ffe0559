import {
  type ErrorValues,
  isLatchkeyError,
  type LatchkeyError,
  latchkeyError,
} from '../core/errors/latchkey-error.ts'
import type { Clock, NodeHealth, Unsubscribe } from '../ports.ts'
import { isCalledInvalid, isEndpointFault } from './endpoint-fault.ts'
import type { BatchMemory } from './json-rpc/batch-size.ts'
import type { HeadMemory } from './json-rpc/block-head.ts'
import { maxRest, retryAfter } from './retry.ts'

/**
 * The durations of rests, in ms. After a failure, an endpoint rests, which means that it isn't used for a while. `first` is the
 * first rest. Each further rest is twice as long, up to `longest`.
 */
const rests = { first: 10_000, longest: 300_000 } as const

/** The client's record of an endpoint's health, for all calls. It is kept in memory only. */
export interface EndpointHealth extends BatchMemory, HeadMemory {
  /** Returns the end of the rest, in clock time. Returns undefined while the endpoint may be used. */
  restsUntil(): number | undefined
  /** Returns whether the endpoint has never sent anything, not even the headers of a response. */
  isNew(): boolean
  /** Records that the endpoint has begun a response. */
  heard(): void
  /**
   * Returns whether the endpoint was too slow for its last request: it didn't answer in time, or another endpoint was faster. The
   * result doesn't change when the rest ends.
   */
  isSilent(): boolean
  /** Returns the error for all calls during a pause that the server requested. Returns undefined at other times. */
  refusal(): LatchkeyError | undefined
  /**
   * Records the start of a request. After a rest, one request tries the endpoint. Until its result is known, the rest continues
   * for all other requests.
   */
  begin(): Unsubscribe
  /**
   * Records a valid answer.
   * @param isBehind Whether the endpoint is behind its network. Undefined if the answer doesn't show this.
   * @param began The start of the request, in clock time. Default: now.
   */
  answered(isBehind?: boolean, began?: number): void
  /**
   * Records an error. If the endpoint didn't cause the error, the request counts as a success, because the endpoint answered. A
   * refusal of the request as invalid doesn't count (see `contradicted`).
   */
  failed(error: unknown): void
  /** Starts a rest without an error, because another endpoint was faster. */
  rest(): void
  /**
   * Records that another endpoint accepted a request that this endpoint refused as invalid. After two such records in a row, the
   * endpoint rests. A success of the endpoint starts the count again.
   */
  contradicted(): void
  /** Calls the listener at the start of each rest, and whenever a server requests a pause. */
  onRest(listener: () => void): Unsubscribe
}

/** Returns the health of an endpoint, and adds it to `known` if it is missing there. */
export function healthIn(known: NodeHealth, url: string, clock: Pick<Clock, 'now'>): EndpointHealth {
  // The cast is safe, because only this function adds to the map.
  const found = (known.get(url) as EndpointHealth | undefined) ?? createHealth(clock)
  known.set(url, found)
  return found
}

function createHealth(clock: Pick<Clock, 'now'>): EndpointHealth {
  const listeners = new Set<() => void>()
  let strikes = 0
  let until = 0
  let trying = false
  let named: unknown
  let silent = false
  let isNew = true
  /** The last time at which another endpoint was faster, in clock time. */
  let outrun = Number.NEGATIVE_INFINITY
  let contradictions = 0
  /** Whether the endpoint's newest block is old. Only answers that show the newest block change this value. */
  let behind = false

  /**
   * Returns whether the endpoint rests. If the remaining time is longer than any rest, the clock was
   * set back, so returns false.
   */
  const resting = () => {
    const left = until - clock.now()
    return left > 0 && left <= maxRest
  }
  function strike(at: number, error?: unknown): void {
    // Calls that fail together count as one failure.
    if (!resting()) strikes++
    until = at
    named = error
    for (const listener of [...listeners]) listener()
  }
  function rest(): void {
    if (!resting()) strike(clock.now() + Math.min(rests.first * 2 ** strikes, rests.longest))
  }
  function answered(isBehind?: boolean, began = clock.now()): void {
    // A late answer doesn't end the rest, because the next answer may be late too.
    if (began < outrun && resting()) return
    silent = false
    contradictions = 0
    if (isBehind) rest()
    behind = isBehind ?? behind
    // A call that was sent before a `Retry-After` may still succeed. So its success doesn't end the pause.
    if (behind || (named && resting())) return
    strikes = 0
    until = 0
  }

  return {
    restsUntil: () => (resting() || (trying && strikes > 0) ? until : undefined),
    isNew: () => isNew,
    heard() {
      isNew = false
    },
    isSilent: () => silent,
    refusal: () => (named && resting() ? refusalOf(named, until) : undefined),
    begin() {
      if (trying || strikes === 0) return () => {}
      trying = true
      return () => {
        trying = false
      }
    },
    answered,
    failed(error) {
      // Of all errors, only a timeout makes an endpoint silent.
      silent = isLatchkeyError(error, 'http/timeout')
      if (isCalledInvalid(error)) return
      if (!isEndpointFault(error)) return answered()
      const pause = Math.min(retryAfter(error, clock.now()), maxRest)
      if (pause > 0) strike(Math.max(until, clock.now() + pause), error)
      else rest()
    },
    rest() {
      silent = true
      outrun = clock.now()
      rest()
    },
    contradicted() {
      if (++contradictions > 1) rest()
    },
    onRest(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns the server's error, with the end of the pause that the server requested. */
function refusalOf(error: unknown, until: number): LatchkeyError {
  const {
    status = 429,
    response,
    values,
  } = error as {
    status?: number
    response?: Response
    values?: ErrorValues
  }
  const { host, network } = values ?? {}
  const details = `The server asks to wait until ${new Date(until).toISOString()}`
  return latchkeyError('http/status', {
    values: { status, host, network },
    response,
    details,
    cause: error,
  })
}
