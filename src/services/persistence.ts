import { Emitter } from '../core/emitter.ts'
import type { Read } from '../core/json/readers.ts'
import type { KeyValueStore, Logger, Unsubscribe } from '../ports.ts'
import { type Persisted, type PersistedKey, readers } from './persisted-values.ts'

/**
 * The version of the stored format. Increase this number when the format of a value changes. Values of other versions are
 * dropped.
 */
const version = 1
/**
 * The maximum length of a value, in characters. Longer values aren't parsed. Browsers allow about five million characters per
 * origin. Not in the specification.
 */
const longest = 1_000_000

/**
 * The keys of values that can be fetched again. Caches are deleted if the storage is full or if no wallet is connected.
 * `projectConfig` and `announcedIcons` are deleted only if the storage is full, because they contain no data of the visitor's
 * accounts.
 */
export type CacheKey = `${string}Cache` | 'projectConfig' | 'announcedIcons'
type Key = PersistedKey | CacheKey

/** Typed storage between visits. Never throws. A value that the store refuses is kept in memory until the page closes. */
export interface Persistence {
  /** Returns the stored value. Returns undefined if there is no valid value. Removes an invalid or outdated value. */
  get<K extends PersistedKey>(key: K): Persisted[K] | undefined
  set<K extends PersistedKey>(key: K, value: Persisted[K]): void
  remove(key: PersistedKey): void
  /** Returns a cached value, as `get` does. `read` copies the valid parts. */
  getCache<T>(key: CacheKey, read: Read<T>): T | undefined
  setCache<T>(key: CacheKey, value: T, read: Read<T>): void
  clearCaches(): void
  /**
   * Calls `run` when no other tab is running this method. In a browser without Web Locks, calls `run` at once. Resolves when
   * `run` is done. See `KeyValueStore.exclusively`.
   */
  exclusively(run: () => void): Promise<void>
  /** Calls the listener with a key that another tab wrote or removed. Without a key, any key may have changed. */
  onExternalChange(listener: (key: PersistedKey | undefined) => void): Unsubscribe
  dispose(): void
}

export interface PersistenceOptions {
  readonly store: KeyValueStore
  readonly log: Logger
  /** The client's name. Clients with different names share no data. */
  readonly name: string
}

export function createPersistence({ store, log, name }: PersistenceOptions): Persistence {
  const prefix = name === 'app' ? '@latchkey/' : `@latchkey/${name}/`
  /** The writes that the store refused. They override the stored values. null means a removal. */
  const refused = new Map<Key, string | null>()
  const changes = new Emitter<{ changed: PersistedKey | undefined }>(log)
  let degraded = false

  function attempt(key: Key, run: () => void): boolean {
    try {
      run()
      refused.delete(key)
      return true
    } catch (error) {
      if (!degraded) log.debug('Storage failed', error)
      degraded = true
      return false
    }
  }

  function read(key: Key): string | null {
    let raw = refused.get(key)
    if (raw === undefined)
      attempt(key, () => {
        raw = store.get(prefix + key)
      })
    return raw ?? null
  }

  function write(key: Key, raw: string): void {
    const put = () => store.set(prefix + key, raw)
    if (attempt(key, put)) return
    // The storage may be full, so delete caches to make room.
    for (const cache of storedCaches()) {
      remove(cache)
      if (attempt(key, put)) return
    }
    // Try once more, because some stores fail only sometimes.
    if (!attempt(key, put)) refused.set(key, raw)
  }

  function remove(key: Key): void {
    if (!attempt(key, () => store.remove(prefix + key))) refused.set(key, null)
  }

  function storedCaches(): readonly CacheKey[] {
    try {
      const ours = store.keys().filter((key) => key.startsWith(prefix))
      return ours.map((key) => key.slice(prefix.length)).filter(isCache)
    } catch {
      return []
    }
  }

  function get<T>(key: Key, usable: Read<T>): T | undefined {
    const raw = read(key)
    if (raw === null) return undefined
    const value = usable(unseal(raw))
    if (value === undefined) remove(key)
    return value
  }

  function set<T>(key: Key, value: T, usable: Read<T>): void {
    // Passes the value through the reader, so that only readable values are stored.
    const copy = usable(value)
    const raw = seal(copy)
    if (copy !== undefined && raw && raw.length <= longest) write(key, raw)
    else if (isCache(key)) remove(key)
    else log.warn(`Can't store "${key}"`)
  }

  let stopWatching: Unsubscribe | undefined
  try {
    stopWatching = store.onExternalChange?.((changed) => {
      const key = changed?.slice(prefix.length) as PersistedKey | undefined
      if (key !== undefined && !(changed?.startsWith(prefix) && isKey(key))) return
      // Forget the refused write, because the other tab's write is newer and succeeded.
      if (key === undefined) refused.clear()
      else refused.delete(key)
      changes.emit('changed', key)
    })
  } catch (error) {
    log.debug('Storage failed', error)
  }

  return {
    get: (key) => get(key, readerOf(key)),
    set: (key, value) => set(key, value, readerOf(key)),
    remove,
    getCache: get,
    setCache: set,
    clearCaches() {
      for (const key of [...storedCaches(), ...refused.keys()]) if (key.endsWith('Cache')) remove(key)
    },
    async exclusively(run) {
      await (store.exclusively ? store.exclusively(run) : run())
    },
    onExternalChange: (listener) => changes.on('changed', listener),
    dispose() {
      stopWatching?.()
      changes.clear()
    },
  }
}

function readerOf<K extends PersistedKey>(key: K): Read<Persisted[K]> {
  return readers[key] as Read<Persisted[K]>
}

/**
 * Returns whether a key belongs to a cache of this client, in this or an earlier version of Latchkey. The keys of another client
 * don't match, because they start with its name.
 */
function isCache(key: string): key is CacheKey {
  return /^\w+(Cache|Config|Icons)$/.test(key)
}

function isKey(key: string): key is PersistedKey {
  return Object.hasOwn(readers, key)
}

/** Returns the text to store. Returns an empty string if the value can't be serialized. */
function seal(data: unknown): string {
  try {
    return JSON.stringify({ v: version, data }, (_, part) => (typeof part === 'bigint' ? String(part) : part))
  } catch {
    return ''
  }
}

function unseal(raw: string): unknown {
  try {
    const envelope =
      raw.length <= longest && JSON.parse(raw, (key, part) => (key === '__proto__' ? undefined : part))
    return envelope?.v === version ? envelope.data : undefined
  } catch {
    return undefined
  }
}
