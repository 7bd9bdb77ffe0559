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

/** Says how long something may not be repeated. Nothing starts it but `start`. */
export function cooldown(clock: Pick<Clock, 'now'>, ms: number) {
  let started = Number.NaN
  return {
    start(): void {
      started = clock.now()
    },
    clear(): void {
      started = Number.NaN
    },
    /** In ms; 0 when it is over. */
    remaining(): number {
      const now = clock.now()
      return isFresh(started, ms, now) ? started + ms - now : 0
    },
  }
}

/** False for a stamp that lies in the future or is no number: a stored one may be anything, and clocks are set back. */
export function isFresh(stamp: number, lifetime: number, now: number): boolean {
  return stamp <= now && now - stamp < lifetime
}

export interface ExpiringCache<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
  clear(): void
  readonly size: number
}

/** Keeps at most `max` values, each for `lifetime` ms; the one that was used longest ago makes room. */
export function expiringCache<V>(
  clock: Pick<Clock, 'now'>,
  limit: { readonly lifetime: number; readonly max: number },
): ExpiringCache<V> {
  const entries = new Map<string, { readonly value: V; readonly at: number }>()
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (!isFresh(entry.at, limit.lifetime, clock.now())) return undefined
      entries.set(key, entry)
      return entry.value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, { value, at: clock.now() })
      for (const oldest of entries.keys()) {
        if (entries.size <= limit.max) break
        entries.delete(oldest)
      }
    },
    delete(key) {
      entries.delete(key)
    },
    clear() {
      entries.clear()
    },
    get size() {
      return entries.size
    },
  }
}

/** How long to wait before a repetition, in ms; the first has attempt 0. Facts 2.4. */
export function retryDelay(attempt: number): number {
  return transport.retryDelay * 2 ** attempt
}
