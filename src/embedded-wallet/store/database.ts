import { loadOnce } from '../../core/async/load-once.ts'
import type { Store } from './store.ts'

const table = 'kept'

/** Stores data in IndexedDB, which can store WebCrypto keys without exposing their bytes. */
export function database(factory: () => IDBFactory, name = 'latchkey-wallet'): Store {
  const opened = loadOnce(
    () =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const opening = factory().open(name, 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore(table)
        opening.onerror = () => reject(refused(opening.error))
        opening.onsuccess = () => {
          // Close this connection when another tab upgrades the database. The open connection would block the upgrade.
          opening.result.onversionchange = () => opening.result.close()
          resolve(opening.result)
        }
      }),
  )

  /** Runs a request in a transaction. Resolves when the data is on disk. */
  async function run<T>(
    mode: IDBTransactionMode,
    use: (kept: IDBObjectStore, done: (value: T) => void) => void,
  ): Promise<T> {
    const open = await opened.load()
    return new Promise((resolve, reject) => {
      let value: T
      const transaction = open.transaction(table, mode, { durability: 'strict' })
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
