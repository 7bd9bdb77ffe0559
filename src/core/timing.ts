import type { Clock } from '../ports.ts'

/** Creates a rate limiter: a function that returns true at most `count` times in any `window` ms. */
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

/**
 * Returns whether a timestamp is less than `lifetime` ms old. Returns false for a timestamp in the future and for NaN, because
 * stored timestamps are untrusted, and the clock may have been set back.
 */
export function isFresh(stamp: number, lifetime: number, now: number): boolean {
  return stamp <= now && now - stamp < lifetime
}
