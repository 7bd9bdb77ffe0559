import { mkdirSync } from 'node:fs'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import type { Database, Query } from './database.ts'
import { DurableFiles, durableParams } from './durable-files.ts'

/**
 * A Postgres inside this process: PGlite. What is committed to a folder is on the disk. One process at a time may open it.
 * @param folder Default: in memory, for as long as the process lives.
 */
export async function embedded(folder?: string): Promise<Database> {
  const db = folder === undefined ? await PGlite.create() : await inFolder(folder)
  return {
    query: queryOn(db),
    transaction: (run) => db.transaction((inner) => run(queryOn(inner))),
    close: () => db.close(),
  }
}

function inFolder(folder: string): Promise<PGlite> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return PGlite.create({ fs: new DurableFiles(folder), startParams: [...durableParams] })
}

function queryOn(db: PGlite | Transaction): Query {
  return async <R>(text: string, values: readonly unknown[] = []) =>
    (await db.query<R>(text, [...values])).rows
}
