import type { Database } from '../../src/servers/database/database.ts'
import { postgres } from '../../src/servers/database/postgres.ts'
import { emptyDatabase, hasPostgres } from './real-postgres.ts'
import { snapshotDatabase } from './snapshot-database.ts'

export interface TestDatabase {
  readonly name: string
  readonly isHere: boolean
  /** The tags of tests with this database. Tests with the second database run only in `npm run test:all`. */
  readonly tags: string[]
  open(): Promise<{ readonly database: Database; stop(): Promise<void> }>
}

/** The two databases that our services support. */
export const walletDatabases: readonly TestDatabase[] = [
  {
    name: 'the embedded Postgres',
    isHere: true,
    tags: [],
    async open() {
      const database = await snapshotDatabase()
      return { database, stop: () => database.close() }
    },
  },
  {
    name: 'a real Postgres',
    isHere: hasPostgres,
    tags: ['all'],
    async open() {
      const { url, stop } = await emptyDatabase()
      const database = await postgres(url)
      return {
        database,
        async stop() {
          await database.close()
          await stop()
        },
      }
    },
  },
]
