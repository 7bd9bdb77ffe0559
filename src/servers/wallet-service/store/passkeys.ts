import type { ServicePasskey } from '../../../core/wallet/wallet-service.ts'
import type { Query } from '../../database/database.ts'

export async function readPasskeys(query: Query, user: string): Promise<readonly ServicePasskey[]> {
  return query<ServicePasskey>(
    'select id, version, sealed from wallet_service_passkeys where user_id = $1 order by made_at, id',
    [user],
  )
}

/**
 * Stores a passkey's share for the wallet's current version. False if the version differs, the passkey is stored
 * already, or the user has `max` passkeys.
 */
export async function keepPasskey(
  query: Query,
  user: string,
  { id, version, sealed }: ServicePasskey,
  { now, max }: { readonly now: number; readonly max: number },
): Promise<boolean> {
  const kept = await query(
    `insert into wallet_service_passkeys (user_id, id, version, sealed, made_at)
    select $1, $2, $3, $4, $5 where exists (
      select from wallet_service_wallets where user_id = $1 and version = $3 for share
    ) and (select count(*) from wallet_service_passkeys where user_id = $1) < $6
    on conflict do nothing returning id`,
    [user, id, version, sealed, new Date(now), max],
  )
  return kept.length > 0
}

/** Deletes all shares after the key was split again, which makes them useless. */
export async function forgetPasskeys(query: Query, user: string): Promise<void> {
  await query('delete from wallet_service_passkeys where user_id = $1', [user])
}
