import { withTimeout } from '../../../core/async/deadline.ts'
import type { Clock } from '../../../ports.ts'

/** The time limit of a transaction, in ms. If a connection closes without an event, its transaction would stay open forever. */
const limit = 1000
/** The time limit for opening the database, in ms. The first use after the browser's start can take long. */
const openLimit = 2000

export interface DatabaseOptions {
  readonly factory: IDBFactory
  readonly name: string
  readonly table: string
  readonly clock: Clock
  /** Set this to open only an existing database. */
  readonly existing?: boolean | undefined
}

/** The error for a database that doesn't exist and must not be created. */
export class MissingDatabase extends Error {}

type Use<T> = (table: IDBObjectStore, done: (value: T) => void) => void

/**
 * A table of an IndexedDB database. If the table's connection closes, the next transaction opens another connection. iOS closes
 * connections while the page sleeps, sometimes without a `close` event.
 */
export class IndexedDatabase {
  readonly #options: DatabaseOptions
  #opening: Promise<IDBDatabase> | undefined

  constructor(options: DatabaseOptions) {
    this.#options = options
  }

  /**
   * Runs a transaction, and resolves when it is complete. If it fails, repeats it once with another connection.
   * @throws `MissingDatabase`, the browser's error, or an error if the browser doesn't answer for some seconds.
   */
  async run<T>(mode: IDBTransactionMode, use: Use<T>): Promise<T> {
    const first = await this.#connection()
    try {
      return await this.#transact(first, mode, use)
    } catch {
      this.close()
      return this.#transact(await this.#connection(), mode, use)
    }
  }

  close(): void {
    this.#opening?.then((open) => open.close()).catch(() => {})
    this.#opening = undefined
  }

  async #connection(): Promise<IDBDatabase> {
    this.#opening ??= withTimeout(this.#options.clock, openLimit, () => this.#open(), silent)
    try {
      return await this.#opening
    } catch (error) {
      this.#opening = undefined
      throw error
    }
  }

  #transact<T>(open: IDBDatabase, mode: IDBTransactionMode, use: Use<T>): Promise<T> {
    const { clock, table } = this.#options
    const complete = () =>
      new Promise<T>((resolve, reject) => {
        let value: T
        const transaction = open.transaction(table, mode)
        transaction.oncomplete = () => resolve(value)
        transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted'))
        use(transaction.objectStore(table), (made) => {
          value = made
        })
      })
    return withTimeout(clock, limit, complete, silent)
  }

  #open(): Promise<IDBDatabase> {
    const { factory, name, table, existing } = this.#options
    return new Promise((resolve, reject) => {
      const opening = factory.open(name)
      let isMissing = false
      opening.onupgradeneeded = () => {
        isMissing = existing === true
        if (isMissing) opening.transaction?.abort()
        else opening.result.createObjectStore(table)
      }
      opening.onerror = () => reject(isMissing ? new MissingDatabase() : opening.error)
      opening.onsuccess = () => {
        const open = opening.result
        const own = this.#opening
        const forget = () => {
          if (this.#opening === own) this.#opening = undefined
        }
        // Close the connection, so that another tab can upgrade or delete the database.
        open.onversionchange = () => {
          open.close()
          forget()
        }
        open.onclose = forget
        resolve(open)
      }
    })
  }
}

function silent(): Error {
  return new Error("The browser's database does not answer")
}
