/** A row, keyed by column name. Timestamps are `Date` objects. */
export type Row = Readonly<Record<string, unknown>>

/** Runs one SQL statement; `values` fill `$1`, `$2` and so on. */
export type Query = <R = Row>(text: string, values?: readonly unknown[]) => Promise<readonly R[]>

/** The operations of Postgres that a server needs. Postgres runs inside the process or separately. */
export interface Database {
  readonly query: Query
  /** Runs `run` in a transaction: commits when it resolves, rolls back when it throws. */
  transaction<T>(run: (query: Query) => Promise<T>): Promise<T>
  /**
   * Takes a lock, which this process keeps until it closes the database or loses the connection. Resolves with false while another process has the
   * lock. Absent: only one process at a time can open the database.
   */
  lock?(name: string): Promise<boolean>
  close(): Promise<void>
}
