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
  { id, version, sealed, confirmKey }: ServicePasskey,
  { now, max }: { readonly now: number; readonly max: number },
): Promise<boolean> {
  const kept = await query(
    `insert into wallet_service_passkeys (user_id, id, version, sealed, made_at, confirm_key)
    select $1, $2, $3, $4, $5, $7 where exists (
      select from wallet_service_wallets where user_id = $1 and version = $3 for share
    ) and (select count(*) from wallet_service_passkeys where user_id = $1) < $6
    on conflict do nothing returning id`,
    [user, id, version, sealed, new Date(now), max, confirmKey ?? null],
  )
  return kept.length > 0
}

/** Whether the user has a passkey that can confirm devices. Passkeys of earlier versions can't. */
export async function canConfirmDevices(query: Query, user: string): Promise<boolean> {
  const found = await query(
    'select from wallet_service_passkeys where user_id = $1 and confirm_key is not null limit 1',
    [user],
  )
  return found.length > 0
}

/** The public key with which a passkey confirms devices; undefined if it has none. */
export async function readConfirmKey(query: Query, user: string, id: string): Promise<string | undefined> {
  const [row] = await query<{ confirm_key: string | null }>(
    'select confirm_key from wallet_service_passkeys where user_id = $1 and id = $2',
    [user, id],
  )
  return row?.confirm_key ?? undefined
}
