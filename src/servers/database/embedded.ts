import { mkdirSync } from 'node:fs'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { loadPeer } from '../load-peer.ts'
import type { Database, Query } from './database.ts'
import { lockFolder } from './lock-folder.ts'

const peer = { feature: 'An embedded database', install: 'npm install @electric-sql/pglite' } as const

/**
 * Opens a Postgres database inside this process (PGlite). In a folder, every commit is flushed to disk. Only one process at a time can open a folder.
 * @param folder Default: the data is in memory, and is lost when the process ends.
 * @throws `config/peer-missing` without @electric-sql/pglite; `validation/invalid-input` when another process has the folder open.
 */
export async function embedded(folder?: string): Promise<Database> {
  const { db, release } = folder === undefined ? { db: await inMemory() } : await inFolder(folder)
  return databaseOn(db, release)
}

/** @param release Called after the database is closed. It unlocks the folder. */
export function databaseOn(db: PGlite, release?: () => Promise<void>): Database {
  return {
    query: queryOn(db),
    // PGlite can't interrupt a statement, so it has no timeout that `options.timeout` could replace.
    transaction: (run) => db.transaction((inner) => run(queryOn(inner))),
    async close() {
      await db.close()
      await release?.()
    },
  }
}

async function inMemory(): Promise<PGlite> {
  const { PGlite } = await loadPeer(() => import('@electric-sql/pglite'), peer)
  return PGlite.create()
}

async function inFolder(folder: string): Promise<{ db: PGlite; release?: () => Promise<void> }> {
  const { openDurable } = await loadPeer(() => import('./durable-files.ts'), peer)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = await lockFolder(folder)
  try {
    return { db: await openDurable(folder), release }
  } catch (error) {
    await release()
    throw error
  }
}

function queryOn(db: PGlite | Transaction): Query {
  return async <R>(text: string, values: readonly unknown[] = []) =>
    (await db.query<R>(text, [...values])).rows
}
