import type { Query } from '../../database/database.ts'
import type { Lifetimes } from '../options.ts'

const day = 24 * 60 * 60_000

/**
 * Deletes expired rows.
 * @param now The current time, in ms since the epoch. If the database's time is earlier, the database's time counts. So a process
 * with a fast clock doesn't delete sessions and former recovery data too early.
 */
export async function sweepWalletStore(
  query: Query,
  now: number,
  lifetimes: Pick<Lifetimes, 'audit'>,
): Promise<void> {
  const [clock] = await query<{ now: Date }>('select now() as now')
  await deleteExpired(query, Math.min(now, clock ? clock.now.getTime() : now), lifetimes)
}

/** Deletes the rows that have expired at a time. */
export async function deleteExpired(
  query: Query,
  now: number,
  { audit }: Pick<Lifetimes, 'audit'>,
): Promise<void> {
  const at = new Date(now)
  for (const table of [
    'proofs',
    'logins',
    'social_logins',
    'farcaster_logins',
    'sessions',
    'email_updates',
    'former_addresses',
    'former_shares',
    'former_passkeys',
  ])
    await query(`delete from wallet_service_${table} where ends_at <= $1`, [at])
  // Deletes the counters of days that have ended. `mailed_at` isn't enough, because `returnMailing` resets it within the day.
  await query(
    `delete from wallet_service_mailings
    where mailed_at <= $1 and not (day_began_at > $1 and day_began_at <= $2)`,
    [new Date(now - day), at],
  )
  await query('delete from wallet_service_audit where at <= $1', [new Date(now - audit)])
}
