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
    'former_shares',
    'former_passkeys',
  ])
    await query(`delete from wallet_service_${table} where ends_at <= $1`, [at])
  // Deletes the counters of days that have ended.
  await query('delete from wallet_service_mailings where mailed_at <= $1', [new Date(now - day)])
  await query('delete from wallet_service_audit where at <= $1', [new Date(now - audit)])
}
