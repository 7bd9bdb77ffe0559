/** A row, by column name. Timestamps are `Date` objects. */
export type Row = Readonly<Record<string, unknown>>

/** Runs one SQL statement. `values` are the parameters `$1`, `$2` and so on. */
export type Query = <R = Row>(text: string, values?: readonly unknown[]) => Promise<readonly R[]>

/** A Postgres database, inside this process or separate. */
export interface Database {
  readonly query: Query
  /**
   * Calls `run` in a transaction. Commits if `run` resolves, and rolls back if `run` throws.
   * @param options `timeout`: the longest time that one statement may take, in ms. Default: the database's own timeout. An
   * embedded database runs each statement to its end, and ignores this option.
   */
  transaction<T>(
    run: (query: Query) => Promise<T>,
    options?: { readonly timeout?: number | undefined },
  ): Promise<T>
  /**
   * Tries to take a lock. Resolves with false if another process has the lock. The lock is kept until the database is closed or
   * the connection is lost. A database without this method can be opened by only one process at a time.
   */
  lock?(name: string): Promise<boolean>
  close(): Promise<void>
}
