import type { Database } from 'latchkey/servers'

/** The schema. Each statement can run again. Add new statements at the end. */
const statements = [
  'create table if not exists users (id uuid primary key, created_at timestamptz not null)',

  `create table if not exists accounts (
    id text primary key,
    user_id uuid not null references users,
    created_at timestamptz not null
  )`,
  'create index if not exists accounts_user on accounts (user_id)',

  // The hash is the SHA-256 of the browser's cookie.
  `create table if not exists browsers (
    id uuid primary key,
    token_hash text not null unique,
    used_at timestamptz not null
  )`,

  `create table if not exists nonces (
    nonce text primary key,
    browser_id uuid not null references browsers on delete cascade,
    ends_at timestamptz not null
  )`,

  // A signed message. `proof` is JSON text, because jsonb rejects some characters that JSON allows.
  `create table if not exists sessions (
    browser_id uuid not null references browsers on delete cascade,
    chain_id text not null,
    address text not null,
    account_id text not null references accounts,
    proof text not null,
    ends_at timestamptz not null,
    primary key (browser_id, chain_id, address)
  )`,
  'create index if not exists sessions_account on sessions (account_id)',
] as const

/** An arbitrary number that no other advisory lock in the database uses. */
const schemaLock = 7_313_001

/** Creates missing tables. Several servers can call it at the same time. */
export function createSchema(database: Database): Promise<void> {
  return database.transaction(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [schemaLock])
    for (const statement of statements) await query(statement)
  })
}
