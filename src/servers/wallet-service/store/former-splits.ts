import type { ServicePasskey } from '../../../core/wallet/wallet-service.ts'
import type { Query } from '../../database/database.ts'
import type { PasskeyMaker } from './passkeys.ts'

/** Keeps the shares and passkeys of the current split (set of key shares) before a new split replaces it. */
export async function keepFormerSplit(query: Query, user: string, ends: number): Promise<void> {
  const at = new Date(ends)
  // Locks the wallet. A concurrent request that adds a passkey then waits, so that the passkey isn't deleted before it is copied.
  await query('select from wallet_service_wallets where user_id = $1 for update', [user])
  await query(
    `insert into wallet_service_former_shares (user_id, version, share, ends_at)
    select user_id, version, share, $2 from wallet_service_wallets where user_id = $1 on conflict do nothing`,
    [user, at],
  )
  await query(
    `insert into wallet_service_former_passkeys (user_id, id, version, sealed, confirm_key, ends_at)
    select user_id, id, version, sealed, confirm_key, $2 from wallet_service_passkeys where user_id = $1 on conflict do nothing`,
    [user, at],
  )
  await query('delete from wallet_service_passkeys where user_id = $1', [user])
}

export interface SealedFormerSplit {
  readonly version: number
  /** The service's key share, encrypted by `seal`. */
  readonly share: string
}

export async function readFormerSplits(
  query: Query,
  user: string,
  now: number,
): Promise<readonly SealedFormerSplit[]> {
  return query<SealedFormerSplit>(
    `select version, share from wallet_service_former_shares
    where user_id = $1 and ends_at > $2 order by version`,
    [user, new Date(now)],
  )
}

/**
 * Restores a passkey that belongs to a replaced split. The passkey then belongs to the wallet's current version.
 * @param passkey `confirmKey` is the key with which the passkey confirms devices.
 */
export async function bringPasskeyBack(
  query: Query,
  user: string,
  { id, confirmKey, from, to }: Readonly<Record<'id' | 'confirmKey', string> & Record<'from' | 'to', number>>,
  { by, now }: { readonly by: PasskeyMaker; readonly now: number },
): Promise<void> {
  await query(
    `insert into wallet_service_passkeys (user_id, id, version, sealed, made_at, confirm_key, device, device_name)
    select user_id, id, $4, sealed, $6, $5, $7, $8 from wallet_service_former_passkeys
    where user_id = $1 and id = $2 and version = $3 and ends_at > $6`,
    [user, id, from, to, confirmKey, new Date(now), by.device, by.name],
  )
}

export async function readFormerPasskeys(
  query: Query,
  user: string,
  now: number,
): Promise<readonly ServicePasskey[]> {
  const rows = await query<ServicePasskey & { readonly confirmKey: string | null }>(
    `select id, version, sealed, confirm_key as "confirmKey" from wallet_service_former_passkeys
    where user_id = $1 and ends_at > $2 order by version, id`,
    [user, new Date(now)],
  )
  return rows.map(({ confirmKey, ...passkey }) => ({ ...passkey, ...(confirmKey && { confirmKey }) }))
}
