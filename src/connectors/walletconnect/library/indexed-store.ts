import { withTimeout } from '../../../core/async/deadline.ts'
import type { Clock, KeyValueStore, Logger, Unsubscribe } from '../../../ports.ts'
import { IndexedDatabase } from './indexed-database.ts'
import { mergeStored } from './merge-stored.ts'

const name = 'latchkey-walletconnect'
const table = 'values'

/** The pause, in ms, before the store tries again to write values. Each failure doubles the pause, up to `most`. */
const pause = { first: 1000, most: 30_000 } as const

/** The maximum time in ms that the WalletConnect library waits until a value is on disk. */
const longestWait = 1000

export interface IndexedStoreOptions {
  /** Undefined if the browser has no IndexedDB or blocks it. The values are then lost when the page closes. */
  readonly factory: IDBFactory | undefined
  /** The prefix of all keys. */
  readonly prefix: string
  readonly clock: Clock
  readonly log: Logger
  /**
   * Reads the values of an earlier version, whose keys have no prefix. The store copies these values once. If this function
   * rejects, the store reads nothing.
   */
  readonly earlier: () => Promise<ReadonlyMap<string, string>>
  /** Called after the earlier values were copied. */
  readonly takenOver: (keys: readonly string[]) => Promise<void>
}

/** Values in memory that are also written to IndexedDB. */
export interface IndexedStore extends KeyValueStore {
  /** Resolves when all values are on disk, or after a second. Resolves at once while the browser's database fails. */
  written(): Promise<void>
  /**
   * Reads a value again, with the changes of other tabs.
   * @throws the browser's error, if the database can't be read.
   */
  readAgain(key: string): Promise<string | undefined>
  /** Stops the timers and closes the database. Later writes open and close it again. */
  close(): void
}

/**
 * Opens the store. Never throws. If the stored values can't be read, `get` returns null and
 * `readAgain` tries again. A value that can't be written is written later.
 */
export async function openIndexedStore(options: IndexedStoreOptions): Promise<IndexedStore> {
  const { factory, clock, log } = options
  const database = factory && new IndexedDatabase({ factory, name, table, clock })
  const values = new Map<string, string>()
  /** The values that this tab last stored or read. */
  const known = new Map<string, string>()
  const unwritten = new Set<string>()
  let writing: Promise<void> | undefined
  let failures = 0
  let stopWaiting: Unsubscribe | undefined
  let closed = false
  /** Whether all values were read, including the values of an earlier version. */
  let isRead = !database

  async function write(): Promise<void> {
    if (!database) return
    const next = new Map([...unwritten].map((key) => [key, values.get(key)]))
    unwritten.clear()
    try {
      await database.run<void>('readwrite', (kept) => {
        for (const [key, value] of next) {
          const asked = kept.get(key)
          asked.onsuccess = () => put(kept, key, merged(known.get(key), value, asked.result))
        }
      })
      for (const [key, value] of next) value === undefined ? known.delete(key) : known.set(key, value)
      failures = 0
    } catch (error) {
      if (failures === 0) log.debug("Couldn't store what WalletConnect needs on the next visit", error)
      for (const key of next.keys()) unwritten.add(key)
      const wait = Math.min(pause.most, pause.first * 2 ** failures++)
      if (closed) return
      stopWaiting ??= clock.after(wait, () => {
        stopWaiting = undefined
        void flush()
      })
    }
  }

  function flush(): Promise<void> {
    writing ??= Promise.resolve()
      .then(write)
      .finally(() => {
        writing = undefined
        if (unwritten.size > 0 && failures === 0) void flush()
        else if (closed) database?.close()
      })
    return writing
  }

  function change(key: string): void {
    if (!database) return
    unwritten.add(key)
    void flush()
  }

  if (database) {
    try {
      for (const [key, value] of await load(database, options)) {
        values.set(key, value)
        known.set(key, value)
      }
      isRead = true
    } catch (error) {
      log.debug("Couldn't read what WalletConnect stored", error)
    }
  }

  return {
    get: (key) => values.get(key) ?? null,
    set(key, value) {
      values.set(key, value)
      change(key)
    },
    remove(key) {
      values.delete(key)
      change(key)
    },
    keys: () => [...values.keys()],
    async written() {
      const all = async () => {
        // The second round writes values that were set during the first round.
        for (let rounds = 0; rounds < 2 && unwritten.size > 0 && failures === 0; rounds++) await flush()
        await writing
      }
      if (failures === 0) await withTimeout(clock, longestWait, all, () => new Error()).catch(() => {})
    },
    async readAgain(key) {
      if (database && !isRead) await load(database, options)
      isRead = true
      const stored = await database?.run<unknown>('readonly', (kept, done) => {
        const asked = kept.get(key)
        asked.onsuccess = () => done(asked.result)
      })
      const [before, own] = [known.get(key), values.get(key)]
      // Keep a newer value of this tab that isn't written yet.
      if (!database || own !== before) return merged(before, own, stored)
      return typeof stored === 'string' ? stored : undefined
    },
    close() {
      closed = true
      stopWaiting?.()
      if (!writing) database?.close()
    },
  }
}

/** Copies the values of an earlier version, then reads all values. */
async function load(
  database: IndexedDatabase,
  { prefix, earlier, takenOver, log }: IndexedStoreOptions,
): Promise<ReadonlyMap<string, string>> {
  const marker = `taken-over:${prefix}`
  const isTaken = await database.run<boolean>('readonly', (kept, done) => {
    const asked = kept.getKey(marker)
    asked.onsuccess = () => done(asked.result !== undefined)
  })
  const before = isTaken ? undefined : await earlier()
  const all = await database.run<ReadonlyMap<string, string>>('readwrite', (kept, done) => {
    if (!before) return readAll(kept, prefix, done)
    const asked = kept.getKey(marker)
    asked.onsuccess = () => {
      // Skip the copy if another tab has already made it.
      if (asked.result === undefined) {
        for (const [key, value] of before) {
          // If the earlier values couldn't be read before, this version may have stored values already. So merge both.
          const own = kept.get(prefix + key)
          own.onsuccess = () => put(kept, prefix + key, merged(undefined, value, own.result))
        }
        kept.put('1', marker)
      }
      // The requests of a transaction run in order, so this request succeeds after all values above are stored.
      kept.getKey(marker).onsuccess = () => readAll(kept, prefix, done)
    }
  })
  if (before && before.size > 0)
    takenOver([...before.keys()]).catch((error) => log.debug("Couldn't remove earlier values", error))
  return all
}

function readAll(
  kept: IDBObjectStore,
  prefix: string,
  done: (all: ReadonlyMap<string, string>) => void,
): void {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const keys = kept.getAllKeys(range)
  const values = kept.getAll(range)
  values.onsuccess = () => {
    const pairs = keys.result.map((key, index) => [String(key), values.result[index] as unknown] as const)
    done(new Map(pairs.filter((pair): pair is readonly [string, string] => typeof pair[1] === 'string')))
  }
}

function put(kept: IDBObjectStore, key: string, value: string | undefined): void {
  if (value === undefined) kept.delete(key)
  else kept.put(value, key)
}

/**
 * Returns the value to store. This is this tab's value or, if another tab has changed the stored value, a merge of both values.
 */
function merged(before: string | undefined, after: string | undefined, stored: unknown): string | undefined {
  if (after === undefined || typeof stored !== 'string' || stored === before) return after
  try {
    const [was, is, now] = [before ?? 'null', after, stored].map((text) => JSON.parse(text) as unknown)
    return JSON.stringify(mergeStored(was, is, now))
  } catch {
    return after
  }
}
