import type { Database } from './database.ts'

/** A step of a schema. Its SQL is the same for every Postgres, and never changes once it was published. */
export interface Migration {
  /** From 1, one after the other. */
  readonly number: number
  readonly statements: readonly string[]
}

export interface MigrateOptions {
  /** Says in whose tables the numbers are kept, such as `wallet_service`. */
  readonly name: string
  readonly migrations: readonly Migration[]
}

/** Any number that nothing else in the database locks. */
const lock = 7_313_002

/**
 * Applies what has not been applied, all of it or nothing. Several servers may start at once: one does it, the others wait.
 * @throws For a database that a newer version has migrated: an older one does not know what its tables hold.
 */
export function migrate(database: Database, { name, migrations }: MigrateOptions): Promise<void> {
  const table = `${name}_migrations`
  return database.transaction(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [lock])
    await query(
      `create table if not exists ${table} (number integer primary key, applied_at timestamptz not null)`,
    )
    const [{ last } = { last: 0 }] = await query<{ last: number }>(
      `select coalesce(max(number), 0)::integer as last from ${table}`,
    )
    const newest = migrations.at(-1)?.number ?? 0
    if (last > newest)
      throw new Error(
        `The database is at migration ${last}, and this version knows ${newest}: start the newer version, or restore a backup.`,
      )
    for (const { number, statements } of migrations) {
      if (number <= last) continue
      for (const statement of statements) await query(statement)
      await query(`insert into ${table} (number, applied_at) values ($1, now())`, [number])
    }
  })
}
