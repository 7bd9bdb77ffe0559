import { mkdirSync } from 'node:fs'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { loadPeer } from '../load-peer.ts'
import type { Database, Query } from './database.ts'
import { holdFolder } from './held-folder.ts'

const peer = { feature: 'An embedded database', install: 'npm install @electric-sql/pglite' } as const

/**
 * A Postgres inside this process: PGlite. What is committed to a folder is on the disk. One process at a time may open it.
 * @param folder Default: in memory, for as long as the process lives.
 * @throws `config/peer-missing` without @electric-sql/pglite, `validation/invalid-input` for a folder that another process has.
 */
export async function embedded(folder?: string): Promise<Database> {
  const { db, release } = folder === undefined ? { db: await inMemory() } : await inFolder(folder)
  return databaseOn(db, release)
}

/** @param release Lets go of what the database holds, once it is closed. */
export function databaseOn(db: PGlite, release?: () => Promise<void>): Database {
  return {
    query: queryOn(db),
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
  const release = await holdFolder(folder)
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
