import { randomUUID } from 'node:crypto'
import type { Query } from '../../database/database.ts'

export interface KeptIdentity {
  /** A keyed hash of the issuer and the provider's id of the account. */
  readonly hash: string
  readonly provider: string
  /** The user's name at the provider, for display. */
  readonly name?: string | undefined
}

/** Returns the user of an identity. Creates the user if there is none. Concurrent calls return the same user. */
export async function userOfIdentity(
  query: Query,
  { hash, provider, name }: KeptIdentity,
  now: number,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  // Concurrent logins of the same identity wait for each other.
  await query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [hash])
  const [known] = await query<{ user_id: string }>(
    `update wallet_service_identities set name = coalesce($2, name) where hash = $1 returning user_id`,
    [hash, name ?? null],
  )
  if (known) return { id: known.user_id, isNew: false }
  const id = randomUUID()
  await query('insert into wallet_service_users (id, created_at) values ($1, $2)', [id, new Date(now)])
  await query(
    'insert into wallet_service_identities (hash, user_id, provider, name) values ($1, $2, $3, $4)',
    [hash, id, provider, name ?? null],
  )
  return { id, isNew: true }
}
