import { vi } from 'vitest'

/** The stored values: by database, then table, then key. */
type Databases = Map<string, Map<string, Map<string, unknown>>>

export interface MemoryIndexedDb {
  readonly factory: IDBFactory
  /** The databases and their tables. */
  readonly databases: Databases
  /** The names of databases that don't answer an `open`. */
  readonly silent: Set<string>
  /** Makes the next `count` transactions that write fail. */
  failWrites(count: number): void
}

export interface MemoryIndexedDbOptions {
  /** The databases that exist at the start. Default: none. */
  readonly databases?: Databases
  /** How long each transaction that writes takes, in ms. */
  readonly writeTime?: number
  /** Called after each transaction that writes. */
  readonly written?: () => void
}

/**
 * Creates an IndexedDB in memory, with only the functions that our stores use. Several tabs can share the IndexedDB. Sets the
 * global `IDBKeyRange` until the test ends.
 */
export function memoryIndexedDb({
  databases = new Map(),
  writeTime = 0,
  written = () => {},
}: MemoryIndexedDbOptions = {}): MemoryIndexedDb {
  vi.stubGlobal('IDBKeyRange', {
    bound: (low: string, high: string) => ({ includes: (key: string) => low <= key && key <= high }),
  })
  const silent = new Set<string>()
  let failures = 0

  function open(name: string) {
    const request = { onupgradeneeded() {}, onsuccess() {}, onerror() {} } as Record<string, unknown>
    const call = (event: string) => (request[event] as () => void)()
    queueMicrotask(() => {
      if (silent.has(name)) return
      const found = databases.get(name)
      const tables = found ?? new Map<string, Map<string, unknown>>()
      request.result = database(tables)
      if (found) return call('onsuccess')
      let aborted = false
      request.transaction = {
        abort() {
          aborted = true
        },
      }
      call('onupgradeneeded')
      if (aborted) {
        request.error = new DOMException('The transaction was aborted.', 'AbortError')
        return call('onerror')
      }
      databases.set(name, tables)
      call('onsuccess')
    })
    return request
  }

  const database = (tables: Map<string, Map<string, unknown>>) => ({
    createObjectStore: (table: string) => void tables.set(table, new Map()),
    close() {},
    transaction(table: string, mode: IDBTransactionMode) {
      const kept = tables.get(table)
      if (!kept) throw new DOMException('There is no such table.', 'NotFoundError')
      const next = new Map(kept)
      const transaction = { oncomplete() {}, onabort() {}, error: null as unknown }
      let running = 0
      let over = false
      const finish = () => {
        if (running > 0 || over) return
        over = true
        if (mode === 'readwrite' && writeTime > 0) setTimeout(commit, writeTime)
        else commit()
      }
      const commit = () => {
        if (mode === 'readwrite' && failures > 0) {
          failures--
          transaction.error = new DOMException('The disk is full.', 'QuotaExceededError')
          return transaction.onabort()
        }
        if (mode === 'readwrite') {
          kept.clear()
          for (const [key, value] of next) kept.set(key, value)
        }
        if (mode === 'readwrite') written()
        transaction.oncomplete()
      }
      const ask = (answer: () => unknown) => {
        const request = { result: undefined as unknown, onsuccess() {} }
        running++
        queueMicrotask(() => {
          request.result = answer()
          request.onsuccess()
          running--
          queueMicrotask(finish)
        })
        return request
      }
      const within = (range?: { includes(key: string): boolean }) =>
        [...next].filter(([key]) => range?.includes(key) ?? true)
      const objectStore = () => ({
        get: (key: string) => ask(() => next.get(key)),
        getKey: (key: string) => ask(() => (next.has(key) ? key : undefined)),
        getAll: (range?: never) => ask(() => within(range).map(([, value]) => value)),
        getAllKeys: (range?: never) => ask(() => within(range).map(([key]) => key)),
        put: (value: unknown, key: string) => ask(() => void next.set(key, value)),
        delete: (key: string) => ask(() => void next.delete(key)),
      })
      return Object.assign(transaction, { objectStore })
    },
  })

  return {
    factory: { open } as unknown as IDBFactory,
    databases,
    silent,
    failWrites(count) {
      failures = count
    },
  }
}
