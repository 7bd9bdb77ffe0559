import type { Clock } from '../ports.ts'
import { transport } from './limits.ts'

/** True at most `count` times in any `window` ms. */
export function slidingWindow(
  clock: Pick<Clock, 'now'>,
  limit: { readonly count: number; readonly window: number },
): () => boolean {
  let taken: number[] = []
  return () => {
    const now = clock.now()
    taken = taken.filter((at) => isFresh(at, limit.window, now))
    if (taken.length >= limit.count) return false
    taken.push(now)
    return true
  }
}

/** False for a stamp that lies in the future or is no number: a stored one may be anything, and clocks are set back. */
export function isFresh(stamp: number, lifetime: number, now: number): boolean {
  return stamp <= now && now - stamp < lifetime
}

/** How long to wait before a repetition, in ms; the first has attempt 0. Facts 2.4. */
export function retryDelay(attempt: number): number {
  return transport.retryDelay * 2 ** attempt
}
