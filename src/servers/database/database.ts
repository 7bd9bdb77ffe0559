/** A row by the names of its columns; times are `Date`. */
export type Row = Readonly<Record<string, unknown>>

/** Runs one statement, with values in the places of `$1`, `$2` and so on. */
export type Query = <R = Row>(text: string, values?: readonly unknown[]) => Promise<readonly R[]>

/** All that a server needs of a Postgres, embedded or not. */
export interface Database {
  readonly query: Query
  /** Keeps all that `run` has written, or nothing of it when `run` throws. */
  transaction<T>(run: (query: Query) => Promise<T>): Promise<T>
  close(): Promise<void>
}
