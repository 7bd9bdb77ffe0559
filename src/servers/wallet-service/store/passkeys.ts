import type { ListedPasskey, ServicePasskey } from '../../../core/wallet/wallet-service.ts'
import type { Query } from '../../database/database.ts'

interface PasskeyRow {
  readonly id: string
  readonly version: number
  readonly sealed: string
  readonly made_at: Date
  readonly device_name: string | null
  readonly is_news: boolean | null
}

/** @param device The device that shows the list. This device determines which passkeys are marked as new. */
export async function readPasskeys(
  query: Query,
  user: string,
  device: string,
): Promise<readonly ListedPasskey[]> {
  const rows = await query<PasskeyRow>(
    `select id, version, sealed, made_at, passkeys.device_name,
      passkeys.device is distinct from $2 and made_at > known.passkeys_told_at as is_news
    from wallet_service_passkeys passkeys
    left join wallet_service_devices known on known.user_id = $1 and known.device = $2
    where passkeys.user_id = $1 order by made_at, id`,
    [user, device],
  )
  return rows.map(({ id, version, sealed, made_at, device_name, is_news }) => ({
    ...{ id, version, sealed, madeAt: made_at.getTime(), isNews: is_news === true },
    ...(device_name !== null && { madeBy: device_name }),
  }))
}

/** The device that stores a passkey. */
export interface PasskeyMaker {
  readonly device: string
  /** The name that `deviceName` reads from the request. */
  readonly name: string
}

/**
 * Stores the key share that a passkey encrypts, for the wallet's current version. Returns false if the version differs, the
 * passkey is already stored, or the user has `max` passkeys.
 */
export async function keepPasskey(
  query: Query,
  user: string,
  { id, version, sealed, confirmKey }: ServicePasskey,
  { by, now, max }: { readonly by: PasskeyMaker; readonly now: number; readonly max: number },
): Promise<boolean> {
  const kept = await query(
    `insert into wallet_service_passkeys (user_id, id, version, sealed, made_at, confirm_key, device, device_name)
    select $1, $2, $3, $4, $5, $7, $8, $9 where exists (
      select from wallet_service_wallets where user_id = $1 and version = $3 for share
    ) and (select count(*) from wallet_service_passkeys where user_id = $1) < $6
    on conflict do nothing returning id`,
    [user, id, version, sealed, new Date(now), max, confirmKey ?? null, by.device, by.name],
  )
  return kept.length > 0
}

/**
 * Returns whether the user has a passkey that can confirm devices. A passkey that an earlier version of the library stored can't.
 */
export async function canConfirmDevices(query: Query, user: string): Promise<boolean> {
  const found = await query(
    'select from wallet_service_passkeys where user_id = $1 and confirm_key is not null limit 1',
    [user],
  )
  return found.length > 0
}

/** Returns the public key with which a passkey confirms devices; undefined if the passkey has no such key. */
export async function readConfirmKey(query: Query, user: string, id: string): Promise<string | undefined> {
  const [row] = await query<{ confirm_key: string | null }>(
    'select confirm_key from wallet_service_passkeys where user_id = $1 and id = $2',
    [user, id],
  )
  return row?.confirm_key ?? undefined
}
