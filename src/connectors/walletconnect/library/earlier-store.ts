import type { Clock } from '../../../ports.ts'
import { IndexedDatabase, MissingDatabase } from './indexed-database.ts'

/** The WalletConnect library's own store in browsers. Latchkey 1.0 stored its data there. */
const database = { name: 'WALLET_CONNECT_V2_INDEXED_DB', table: 'keyvaluestorage' } as const

export interface EarlierStore {
  /**
   * Reads the values of one client. The result has the library's keys. Resolves with an empty map if the store doesn't exist.
   * @throws the browser's error, or an error if the browser doesn't answer for some seconds.
   */
  read(): Promise<ReadonlyMap<string, string>>
  remove(keys: readonly string[]): Promise<void>
}

/**
 * Opens a client's values in the library's own store. In the store's keys, a colon replaces the two slashes of the library's
 * keys.
 *
 * @param client The library's `customStoragePrefix`.
 */
export function earlierStore(factory: IDBFactory, client: string, clock: Clock): EarlierStore {
  const store = new IndexedDatabase({ factory, ...database, clock, existing: true })
  const middle = `:${client}:`
  return {
    async read() {
      try {
        const all = await store.run<readonly (readonly [string, unknown])[]>('readonly', (kept, done) => {
          const keys = kept.getAllKeys()
          const values = kept.getAll()
          values.onsuccess = () =>
            done(keys.result.map((key, index) => [String(key), values.result[index] as unknown] as const))
        })
        const own = all.filter(([key, value]) => key.includes(middle) && typeof value === 'string')
        return new Map(own.map(([key, value]) => [key.replace(middle, `:${client}//`), value as string]))
      } catch (error) {
        // At a first visit, there is no store yet.
        const isMissing = error instanceof MissingDatabase || (error as Error).name === 'NotFoundError'
        if (isMissing) return new Map()
        throw error
      } finally {
        store.close()
      }
    },
    async remove(keys) {
      try {
        await store.run<void>('readwrite', (kept) => {
          for (const key of keys) kept.delete(key.replace('//', ':'))
        })
      } finally {
        store.close()
      }
    },
  }
}
