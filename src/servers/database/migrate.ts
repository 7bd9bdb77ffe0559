import type { Database, Query } from './database.ts'

/** A step of a schema. Don't change the SQL of a published migration. */
export interface Migration {
  /** Migrations are numbered from 1 without gaps. */
  readonly number: number
  readonly statements: readonly string[]
}

export interface MigrateOptions {
  /** The prefix of the table that records the applied migrations, such as `wallet_service`. */
  readonly name: string
  readonly migrations: readonly Migration[]
}

/** The timeout of a statement, in ms. It is long, because a statement may read a large table, or wait for another server's migration. */
const longest = 60 * 60_000
/** An arbitrary number that no other advisory lock in the database uses. */
const lock = 7_313_002

/**
 * Applies the missing migrations in one transaction. If several servers start at the same time, one migrates and the others wait.
 * @throws When a newer version has migrated the database, because this version doesn't know the new tables.
 */
export function migrate(database: Database, { name, migrations }: MigrateOptions): Promise<void> {
  const table = `${name}_migrations`
  const run = async (query: Query) => {
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
  }
  return database.transaction(run, { timeout: longest })
}
