import { Emitter } from '../core/emitter.ts'
import type { Read } from '../core/usable.ts'
import type { KeyValueStore, Logger, Unsubscribe } from '../ports.ts'
import { type Persisted, type PersistedKey, type RecentWallet, readers } from './persisted-values.ts'

/** Raise it when a stored form changes: what an older or newer version wrote is then dropped. */
const version = 1
/** Ours, in characters: more is not even parsed. A browser gives an origin about five million. */
const longest = 1_000_000

/** What can be had again: it makes room for the rest, and its readers are fetched with what fills it. What a project decides is of nobody, and stays. */
export type CacheKey = `${string}Cache` | 'projectConfig'
type Key = PersistedKey | CacheKey

/** Typed storage between visits. Nothing here throws: what cannot be stored lives as long as the page. */
export interface Persistence {
  /** Undefined when there is nothing usable; a value that is broken or too old is removed on the way. */
  get<K extends PersistedKey>(key: K): Persisted[K] | undefined
  set<K extends PersistedKey>(key: K, value: Persisted[K]): void
  remove(key: PersistedKey): void
  /** As `get`, of what can be had again; `read` gives its own copy of what is usable. */
  getCache<T>(key: CacheKey, read: Read<T>): T | undefined
  setCache<T>(key: CacheKey, value: T, read: Read<T>): void
  /** Puts the wallet first among the recent ones. Specification 1, section 9: at most 2, newest first. */
  addRecentWallet(wallet: RecentWallet): void
  /** Everything that can be had again. */
  clearCaches(): void
  /** Runs while no other tab does, where the browser can promise that; else at once. See `KeyValueStore.exclusively`. */
  exclusively(run: () => void): void
  /** Reports what another tab wrote or removed; undefined means everything. */
  onExternalChange(listener: (key: PersistedKey | undefined) => void): Unsubscribe
  dispose(): void
}

export interface PersistenceOptions {
  readonly store: KeyValueStore
  readonly log: Logger
  /** The client's name: clients of different names share nothing. */
  readonly name: string
}

export function createPersistence({ store, log, name }: PersistenceOptions): Persistence {
  const prefix = name === 'app' ? '@latchkey/' : `@latchkey/${name}/`
  /** What the store refused to write (or, null, to remove). It stands before what is stored. */
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
    const kept = refused.get(key)
    if (kept !== undefined) return kept
    let raw: string | null = null
    attempt(key, () => {
      raw = store.get(prefix + key)
    })
    return raw
  }

  function write(key: Key, raw: string): void {
    const put = () => store.set(prefix + key, raw)
    if (attempt(key, put)) return
    // Full: what can be had again makes room.
    for (const cache of storedCaches()) {
      remove(cache)
      if (attempt(key, put)) return
    }
    // Once more in any case: some stores refuse now and then.
    if (attempt(key, put)) return
    refused.set(key, raw)
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
    // Through the gate of what is read, so that what is written can be read again.
    const copy = usable(value)
    const raw = seal(copy)
    if (copy !== undefined && raw !== '' && raw.length <= longest) write(key, raw)
    else if (isCache(key)) remove(key)
    else log.warn(`"${key}" cannot be stored`)
  }

  let stopWatching: Unsubscribe | undefined
  try {
    stopWatching = store.onExternalChange?.((changed) => {
      const key = changed === null ? undefined : changed.slice(prefix.length)
      if (key !== undefined && !(changed?.startsWith(prefix) && isKey(key))) return
      // The later event wins: the other tab could write where this one could not.
      if (key === undefined) refused.clear()
      else refused.delete(key as PersistedKey)
      changes.emit('changed', key as PersistedKey | undefined)
    })
  } catch (error) {
    log.debug('Other tabs are not heard', error)
  }

  return {
    get: (key) => get(key, readerOf(key)),
    set: (key, value) => set(key, value, readerOf(key)),
    remove,
    getCache: get,
    setCache: set,
    addRecentWallet(wallet) {
      const { recentWallets } = readers
      set('recentWallets', [wallet, ...(get('recentWallets', recentWallets) ?? [])], recentWallets)
    },
    clearCaches() {
      for (const key of [...storedCaches(), ...refused.keys()]) if (isCache(key)) remove(key)
    },
    exclusively: (run) => (store.exclusively ? store.exclusively(run) : run()),
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

/** Also one that another version wrote; not that of another client, whose name stands before the key. */
function isCache(key: string): key is CacheKey {
  return /^\w+Cache$/.test(key)
}

function isKey(key: string): key is PersistedKey {
  return Object.hasOwn(readers, key)
}

/** The empty text when the value is no data. */
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
