import { loadOnce } from '../../core/async/load-once.ts'
import type { Store } from './store.ts'

const table = 'kept'

/**
 * Stores data in IndexedDB, which can store WebCrypto keys without exposing their bytes. If the browser closes the connection, the
 * next call opens another one. iOS closes connections while the page sleeps, sometimes without a `close` event.
 */
export function database(factory: () => IDBFactory, name = 'latchkey-wallet'): Store {
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const opening = factory().open(name, 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore(table)
      opening.onerror = () => reject(refused(opening.error))
      opening.onsuccess = () => {
        const made = opening.result
        // Close this connection when another tab upgrades the database. The open connection would block the upgrade.
        made.onclose = made.onversionchange = () => {
          made.close()
          forget()
        }
        resolve(made)
      }
    })
  let opened = loadOnce(open)
  const forget = () => {
    opened = loadOnce(open)
  }

  /** Runs a request in a transaction. Resolves when the data is on disk. */
  async function run<T>(
    mode: IDBTransactionMode,
    use: (kept: IDBObjectStore, done: (value: T) => void) => void,
    isRepeat = false,
  ): Promise<T> {
    const connection = await opened.load()
    let transaction: IDBTransaction
    try {
      transaction = connection.transaction(table, mode, { durability: 'strict' })
    } catch (error) {
      if (isRepeat) throw error
      // The connection is closed. No request was made yet, so open another connection.
      forget()
      return run(mode, use, true)
    }
    return new Promise((resolve, reject) => {
      let value: T
      transaction.oncomplete = () => resolve(value)
      transaction.onabort = () => reject(refused(transaction.error))
      use(transaction.objectStore(table), (made) => {
        value = made
      })
    })
  }

  return {
    get: <T>(key: string) =>
      run<T | undefined>('readonly', (kept, done) => {
        const asked = kept.get(key)
        asked.onsuccess = () => done(asked.result as T | undefined)
      }),
    set: (key, value) => run<void>('readwrite', (kept) => void kept.put(value, key)),
    remove: (key) => run<void>('readwrite', (kept) => void kept.delete(key)),
    names: () =>
      run<readonly string[]>('readonly', (kept, done) => {
        const asked = kept.getAllKeys()
        asked.onsuccess = () => done(asked.result.map(String))
      }),
    change: <T>(key: string, change: (value: T | undefined) => T) =>
      run<T>('readwrite', (kept, done) => {
        const asked = kept.get(key)
        asked.onsuccess = () => {
          const changed = change(asked.result as T | undefined)
          kept.put(changed, key)
          done(changed)
        }
      }),
  }
}

function refused(cause: unknown): Error {
  return new Error('This browser does not let the wallet keep anything here. Allow it to store data.', {
    cause,
  })
}
