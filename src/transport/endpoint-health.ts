import {
  type ErrorValues,
  isLatchkeyError,
  type LatchkeyError,
  latchkeyError,
} from '../core/errors/latchkey-error.ts'
import type { Clock, Unsubscribe } from '../ports.ts'
import { isCalledInvalid, isEndpointFault } from './endpoint-fault.ts'
import type { BatchMemory } from './json-rpc/batch-size.ts'
import type { HeadMemory } from './json-rpc/block-head.ts'
import { retryAfter } from './retry.ts'

/** In ms: the first rest, which doubles up to the longest, and the longest pause that a server can ask for. */
const rests = { first: 10_000, longest: 300_000, named: 600_000 } as const

/** A client's memory of an endpoint, for all its calls. In memory only. */
export interface EndpointHealth extends BatchMemory, HeadMemory {
  /** When the rest ends, in clock time. Undefined while the endpoint may be used. */
  restsUntil(): number | undefined
  /** Whether it never sent anything, not even the headers of a response. */
  isNew(): boolean
  /** Records that it sends a response. */
  heard(): void
  /** Whether its last request got no answer in time. This stays so when the rest ends. */
  isSilent(): boolean
  /** The error to fail with while the server's own `Retry-After` lasts. */
  refusal(): LatchkeyError | undefined
  /** Begins a request. After a rest, one request tries the endpoint, and the others wait for its result. */
  begin(): Unsubscribe
  /**
   * @param isBehind Whether the endpoint is behind its network; undefined if the answer doesn't show this.
   * @param began When the request began, in clock time. Default: now.
   */
  answered(isBehind?: boolean, began?: number): void
  /** Records an error. If the error isn't about the endpoint, the request counts as a success, because the endpoint answered. */
  failed(error: unknown): void
  /** Rests without an error: another endpoint was faster. */
  rest(): void
  /** Another endpoint accepted a request that this one refused as invalid. Rests if this repeats without a success. */
  contradicted(): void
  /** Calls the listener each time a rest begins. */
  onRest(listener: () => void): Unsubscribe
}

/** The health of every endpoint of a client, by URL. */
export type HealthOf = (url: string) => EndpointHealth

export function createHealth(clock: Pick<Clock, 'now'>): HealthOf {
  const known = new Map<string, EndpointHealth>()
  return (url) => {
    const found = known.get(url) ?? healthOf(clock)
    known.set(url, found)
    return found
  }
}

function healthOf(clock: Pick<Clock, 'now'>): EndpointHealth {
  const listeners = new Set<() => void>()
  let strikes = 0
  let until = 0
  let trying = false
  let named: unknown
  let silent = false
  let isNew = true
  /** When another endpoint was faster, in clock time. */
  let outrun = Number.NEGATIVE_INFINITY
  let contradictions = 0
  /** Whether the endpoint's newest block is old. Answers to calls that don't show the newest block don't change this. */
  let behind = false

  /** Also false if the clock was set back by more than the longest rest. */
  const resting = () => {
    const left = until - clock.now()
    return left > 0 && left <= rests.named
  }
  function strike(at: number, error?: unknown): void {
    // Calls that fail together count once.
    if (!resting()) strikes++
    until = at
    named = error
    for (const listener of [...listeners]) listener()
  }
  function rest(): void {
    if (!resting()) strike(clock.now() + Math.min(rests.first * 2 ** strikes, rests.longest))
  }
  function answered(isBehind?: boolean, began = clock.now()): void {
    // A late answer doesn't show that the next answer will come sooner.
    if (began < outrun && resting()) return
    silent = false
    contradictions = 0
    if (isBehind) rest()
    behind = isBehind ?? behind
    // Calls from before a `Retry-After` may still succeed.
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
      // Any answer in time ends the silence.
      silent = isLatchkeyError(error, 'http/timeout')
      if (isCalledInvalid(error)) return
      if (!isEndpointFault(error)) return answered()
      const pause = Math.min(retryAfter(error, clock.now()), rests.named)
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

/** The error of the server that asked to wait, and in it the time when the wait ends. */
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
