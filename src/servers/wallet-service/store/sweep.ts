import type { Query } from '../../database/database.ts'
import type { Lifetimes } from '../options.ts'

const day = 24 * 60 * 60_000

export async function sweepWalletStore(
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
