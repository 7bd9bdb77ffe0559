import type { Clock } from '../ports.ts'
import { isObject } from './json/is-object.ts'
import { readRecord } from './json/read-record.ts'
import type { Read } from './json/readers.ts'
import { isFresh } from './timing.ts'

/** Stores caches between visits. `Persistence` implements this interface. */
export interface CacheStore {
  getCache<T>(key: `${string}Cache`, read: Read<T>): T | undefined
  setCache<T>(key: `${string}Cache`, value: T, read: Read<T>): void
}

export interface TimedCache<T> {
  /** Returns the cached value and the time when it was stored, unless it is too old. */
  get(name: string): (T & { readonly timestamp: number }) | undefined
  set(name: string, value: T): void
  remove(name: string): void
}

/**
 * Creates a persistent cache with entries that expire. The name of an entry identifies the account and the network. Expired
 * entries are removed (S1.9, S3.7).
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
  /** Returns undefined if all entries are expired. In this case, the whole cache is removed. */
  const usable: typeof entries = (value) => {
    const found = entries(value)
    return found && Object.keys(found).length > 0 ? found : undefined
  }
  const stored = () => store.getCache(key, usable)
  const without = (name: string) => {
    const { [name]: _, ...others } = stored() ?? {}
    return others
  }
  return {
    get: (name) => stored()?.[name],
    set(name, value) {
      // Moves the entry to the end, because the first entries are dropped if there are too many.
      store.setCache(key, { ...without(name), [name]: { ...value, timestamp: clock.now() } }, usable)
    },
    remove: (name) => store.setCache(key, without(name), usable),
  }
}
