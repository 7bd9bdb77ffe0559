import { PGlite, type Transaction } from '@electric-sql/pglite'
import type { Database, Query } from './database.ts'

/**
 * A Postgres inside this process: PGlite. One process at a time may open a folder.
 * @param folder Default: in memory, for as long as the process lives.
 */
export async function embedded(folder?: string): Promise<Database> {
  const db = await PGlite.create(folder)
  return {
    query: queryOn(db),
    transaction: (run) => db.transaction((inner) => run(queryOn(inner))),
    close: () => db.close(),
  }
}

function queryOn(db: PGlite | Transaction): Query {
  return async <R>(text: string, values: readonly unknown[] = []) =>
    (await db.query<R>(text, [...values])).rows
}
