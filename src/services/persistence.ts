import { Emitter } from '../core/emitter.ts'
import { cacheLifetimes } from '../core/limits.ts'
import { isFresh } from '../core/timing.ts'
import type { Clock, KeyValueStore, Logger, Unsubscribe } from '../ports.ts'
import { type Persisted, type PersistedKey, type RecentWallet, readers } from './persisted-values.ts'

/** Raise it when a stored form changes: what an older or newer version wrote is then dropped. */
const version = 1
/** Ours, in characters: more is not even parsed. A browser gives an origin about five million. */
const longest = 1_000_000

const lifetimes: Readonly<Partial<Record<PersistedKey, number>>> = {
  portfolioCache: cacheLifetimes.portfolio,
  nativeBalanceCache: cacheLifetimes.nativeBalance,
  nameCache: cacheLifetimes.name,
  identityCache: cacheLifetimes.identity,
}
const cacheKeys = Object.keys(lifetimes) as readonly PersistedKey[]

/** Typed storage between visits. Nothing here throws: what cannot be stored lives as long as the page. */
export interface Persistence {
  /** Undefined when there is nothing usable; a value that is broken or too old is removed on the way. */
  get<K extends PersistedKey>(key: K): Persisted[K] | undefined
  set<K extends PersistedKey>(key: K, value: Persisted[K]): void
  remove(key: PersistedKey): void
  /** Puts the wallet first among the recent ones. Specification 1, section 9: at most 2, newest first. */
  addRecentWallet(wallet: RecentWallet): void
  /** Balances, names and identities. */
  clearAddressCaches(): void
  /** Runs while no other tab does, where the browser can promise that; else at once. See `KeyValueStore.exclusively`. */
  exclusively(run: () => void): void
  /** Reports what another tab wrote or removed; undefined means everything. */
  onExternalChange(listener: (key: PersistedKey | undefined) => void): Unsubscribe
  /** True once the store has refused something, so that it is kept in memory only. */
  readonly degraded: boolean
  dispose(): void
}

export interface PersistenceOptions {
  readonly store: KeyValueStore
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  /** The client's name: clients of different names share nothing. */
  readonly name: string
}

export function createPersistence({ store, clock, log, name }: PersistenceOptions): Persistence {
  const prefix = name === 'app' ? '@latchkey/' : `@latchkey/${name}/`
  /** What the store refused to write (or, null, to remove). It stands before what is stored. */
  const refused = new Map<PersistedKey, string | null>()
  const changes = new Emitter<{ changed: PersistedKey | undefined }>(log)
  let degraded = false

  function attempt(key: PersistedKey, run: () => void): boolean {
    try {
      run()
      refused.delete(key)
      return true
    } catch (error) {
      if (!degraded) log.debug('Storage failed: what cannot be stored lives as long as this page', error)
      degraded = true
      return false
    }
  }

  function read(key: PersistedKey): string | null {
    const kept = refused.get(key)
    if (kept !== undefined) return kept
    let raw: string | null = null
    attempt(key, () => {
      raw = store.get(prefix + key)
    })
    return raw
  }

  function write(key: PersistedKey, raw: string): void {
    const put = () => store.set(prefix + key, raw)
    if (attempt(key, put)) return
    // Full: what can be had again makes room, the oldest first.
    for (const cache of storedCachesByAge().filter((other) => other !== key)) {
      remove(cache)
      if (attempt(key, put)) return
    }
    // Once more in any case: some stores refuse now and then.
    if (attempt(key, put)) return
    refused.set(key, raw)
  }

  function remove(key: PersistedKey): void {
    if (!attempt(key, () => store.remove(prefix + key))) refused.set(key, null)
  }

  function storedCachesByAge(): readonly PersistedKey[] {
    return cacheKeys
      .flatMap((key) => {
        const entries = refused.has(key) ? [] : Object.values(get(key) ?? {})
        const stamps = entries.map((entry) => (entry as { timestamp: number }).timestamp)
        return stamps.length > 0 ? [{ key, newest: Math.max(...stamps) }] : []
      })
      .sort((a, b) => a.newest - b.newest)
      .map(({ key }) => key)
  }

  /** Our own copy of what is usable; without the cache entries whose time is over or that lie in the future. */
  function usable<K extends PersistedKey>(key: K, value: unknown): Persisted[K] | undefined {
    const copy = readers[key](value) as Persisted[K] | undefined
    const lifetime = lifetimes[key]
    if (lifetime === undefined || copy === undefined) return copy
    const fresh = Object.entries(copy).filter(([, { timestamp }]) =>
      isFresh(timestamp, lifetime, clock.now()),
    )
    return fresh.length > 0 ? (Object.fromEntries(fresh) as Persisted[K]) : undefined
  }

  function get<K extends PersistedKey>(key: K): Persisted[K] | undefined {
    const raw = read(key)
    if (raw === null) return undefined
    const value = usable(key, unseal(raw))
    if (value === undefined) remove(key)
    return value
  }

  function set<K extends PersistedKey>(key: K, value: Persisted[K]): void {
    // Through the gate of what is read, so that what is written can be read again.
    const copy = usable(key, value)
    const raw = seal(copy)
    if (copy !== undefined && raw !== '' && raw.length <= longest) write(key, raw)
    else if (lifetimes[key] !== undefined) remove(key)
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
    log.debug('Changes by other tabs cannot be watched', error)
  }

  return {
    get,
    set,
    remove,
    addRecentWallet(wallet) {
      set('recentWallets', [wallet, ...(get('recentWallets') ?? [])])
    },
    clearAddressCaches() {
      for (const key of cacheKeys) remove(key)
    },
    exclusively: (run) => (store.exclusively ? store.exclusively(run) : run()),
    onExternalChange: (listener) => changes.on('changed', listener),
    get degraded() {
      return degraded
    },
    dispose() {
      stopWatching?.()
      changes.clear()
    },
  }
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
