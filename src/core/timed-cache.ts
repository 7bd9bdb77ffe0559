import type { Clock } from '../ports.ts'
import { isObject } from './check.ts'
import { isFresh } from './timing.ts'
import { type Read, readRecord } from './usable.ts'

/** Where answers are kept between visits: see `Persistence`. */
export interface CacheStore {
  getCache<T>(key: `${string}Cache`, read: Read<T>): T | undefined
  setCache<T>(key: `${string}Cache`, value: T, read: Read<T>): void
}

export interface TimedCache<T> {
  /** What was kept under the name and is not too old. */
  get(name: string): T | undefined
  set(name: string, value: T): void
}

/**
 * Answers that were heard a moment ago, each under a name that says of which account and network it is. What is too old is
 * removed. Specification 1, section 9, "Cache lifetimes"; facts 7.
 */
export function timedCache<T extends object>(
  store: CacheStore,
  clock: Pick<Clock, 'now'>,
  key: `${string}Cache`,
  lifetime: number,
  read: Read<T>,
): TimedCache<T> {
  type Entry = T & { readonly timestamp: number }
  const readEntry: Read<Entry> = (entry) => {
    const value = read(entry)
    const timestamp = isObject(entry) ? entry.timestamp : undefined
    return value && typeof timestamp === 'number' ? { ...value, timestamp } : undefined
  }
  const entries = readRecord<string, Entry>(
    (_name, { timestamp }) => isFresh(timestamp, lifetime, clock.now()),
    readEntry,
  )
  /** Nothing when all are too old, so that they are removed. */
  const usable: typeof entries = (value) => {
    const found = entries(value)
    return found && Object.keys(found).length > 0 ? found : undefined
  }
  const stored = () => store.getCache(key, usable)
  return {
    get: (name) => stored()?.[name],
    set(name, value) {
      // It becomes the last one: where there are too many, the first ones go.
      const { [name]: _, ...others } = stored() ?? {}
      store.setCache(key, { ...others, [name]: { ...value, timestamp: clock.now() } }, usable)
    },
  }
}
