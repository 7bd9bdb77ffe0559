import { sleep } from '../core/async/sleep.ts'
import { isLatchkeyError } from '../core/errors/latchkey-error.ts'
import { retryDelay } from '../core/timing.ts'
import type { Clock } from '../ports.ts'

/** Ours: a source that wants to be left alone for longer, in ms, is given up at once. */
const longestPause = 30_000

export interface RetrySettings {
  readonly clock: Clock
  /** How often a source is asked again after the first time. */
  readonly retries: number
  /** Whether the same source may be asked again. */
  isRetryable(error: unknown): boolean
  /** Whether no other source would decide otherwise. */
  isFinal?(error: unknown): boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * The answer of the first source that gives one. Sources are asked in turn; when all have failed, those that may do
 * better later are asked again, after 150 ms · 2ⁿ or as long as they said themselves (`Retry-After`).
 * @throws the last source's error.
 */
export async function askInTurn<S, T>(
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
        if (isRetryable(error) && pause <= longestPause) later.push({ source, pause })
      }
    }
    if (later.length === 0 || attempt >= retries) throw last
    const pause = Math.min(...later.map((one) => one.pause))
    await sleep(clock, pause, signal)
    left = later.filter((one) => one.pause <= pause).map(({ source }) => source)
  }
}

/** How long the other side asks to be left alone, in ms: `Retry-After` in seconds or as a date. 0 when it does not. */
function retryAfter(error: unknown, now: number): number {
  const header = (error as { response?: Response | undefined } | null)?.response?.headers.get('retry-after')
  if (!header) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Math.max(ms || 0, 0)
}
