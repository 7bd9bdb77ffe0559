import { sleep } from '../core/async/sleep.ts'
import { isLatchkeyError } from '../core/errors/latchkey-error.ts'
import type { Clock } from '../ports.ts'
import { pauseInWords } from './pause-in-words.ts'
import { retryDelay } from './retry-delay.ts'

/** In ms. A source that requests a longer pause isn't retried. Our own value. */
export const maxPause = 30_000

export interface RetrySettings {
  readonly clock: Clock
  /** How often to retry a source after the first attempt. */
  readonly retries: number
  /** Whether the same source may be tried again. */
  isRetryable(error: unknown): boolean
  /** Whether no other source would succeed either. */
  isFinal?(error: unknown): boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Tries the sources in turn and returns the first success. If all fail, retries the retryable sources after 150 ms · 2ⁿ, or after
 * the pause that a source asks for if that's longer.
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
 * The pause that a server requests, in ms: `Retry-After` in seconds or as a date (RFC 9110), else the pause in its message; 0
 * without one.
 */
export function retryAfter(error: unknown, now: number): number {
  const headers = (error as { response?: Response | undefined } | null)?.response?.headers
  const header = headers?.get('retry-after')?.trim()
  if (!header) return pauseInWords(error)
  if (/^\d+(\.\d+)?$/.test(header)) return Math.ceil(Number(header) * 1000)
  // Use the server's clock if it can be read, since the visitor's clock may be wrong.
  const then = Date.parse(headers?.get('date') ?? '')
  return Math.max(Date.parse(header) - (then || now) || 0, 0)
}
