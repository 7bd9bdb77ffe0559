import { sleep } from '../core/async/sleep.ts'
import { isLatchkeyError } from '../core/errors/latchkey-error.ts'
import type { Clock } from '../ports.ts'
import { pauseInWords } from './pause-in-words.ts'
import { retryDelay } from './retry-delay.ts'

/**
 * The longest pause, in ms. If a source, such as an endpoint, requests a longer pause, the source isn't asked again. This value
 * isn't from a specification.
 */
export const maxPause = 30_000
/** The longest time, in ms, for which a source gets no request because its server requested a pause. Not from a specification. */
export const maxRest = 600_000

export interface RetrySettings {
  readonly clock: Clock
  /** The number of retries of a source after the first attempt. */
  readonly retries: number
  /** Returns whether the same source may succeed later. */
  isRetryable(error: unknown): boolean
  /** Returns whether all other sources would fail too. */
  isFinal?(error: unknown): boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Tries the sources one after the other and returns the first success. If all fail, retries the retryable sources, after 150 ms ·
 * 2ⁿ or after a longer pause that a source requested.
 * @throws the last source's error.
 */
export async function tryInOrder<S, T>(
  sources: readonly S[],
  ask: (source: S) => Promise<T>,
  { clock, retries, isRetryable, isFinal, signal }: RetrySettings,
): Promise<T> {
  let left = sources
  for (let attempt = 0; ; attempt++) {
    let last: unknown
    const later: { readonly source: S; readonly pause: number }[] = []
    for (const source of left) {
      try {
        return await ask(source)
      } catch (error) {
        if (isLatchkeyError(error, 'flow/aborted') || isFinal?.(error)) throw error
        last = error
        const pause = Math.max(retryDelay(attempt), retryAfter(error, clock.now()))
        if (isRetryable(error) && pause <= maxPause) later.push({ source, pause })
      }
    }
    if (later.length === 0 || attempt >= retries) throw last
    const pause = Math.min(...later.map((one) => one.pause))
    await sleep(clock, pause, signal)
    left = later.filter((one) => one.pause <= pause).map(({ source }) => source)
  }
}

/**
 * Returns the pause that a server requests, in ms. Reads `Retry-After` in seconds or as a date (RFC 9110), or else the pause in
 * the server's message or data. Returns 0 if the server requests no pause.
 */
export function retryAfter(error: unknown, now: number): number {
  const headers = (error as { response?: Response | undefined } | null)?.response?.headers
  const header = headers?.get('retry-after')?.trim()
  if (!header) return pauseInWords(error)
  if (/^\d+(\.\d+)?$/.test(header)) return Math.ceil(Number(header) * 1000)
  // Uses the server's time if the response contains it, because the visitor's clock may be wrong.
  const then = Date.parse(headers?.get('date') ?? '')
  return Math.max(Date.parse(header) - (then || now) || 0, 0)
}
