import { randomUUID } from 'node:crypto'
import type { ServiceUser } from '../../../core/wallet/wallet-service.ts'
import type { Query } from '../../database/database.ts'
import { type WalletRow, walletOf } from './wallets.ts'

export async function findUser(query: Query, email: string): Promise<string | undefined> {
  const [user] = await query<{ id: string }>('select id from wallet_service_users where email = $1', [email])
  return user?.id
}

/** The user of an address, created if there is none. Concurrent calls create only one. */
export async function userOfEmail(
  query: Query,
  email: string,
  now: number,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const [made] = await query<{ id: string }>(
    `insert into wallet_service_users (id, email, created_at) values ($1, $2, $3)
    on conflict (email) do nothing returning id`,
    [randomUUID(), email, new Date(now)],
  )
  if (made) return { id: made.id, isNew: true }
  const id = await findUser(query, email)
  if (id === undefined) throw new Error('a user is gone')
  return { id, isNew: false }
}

export async function readUser(query: Query, id: string): Promise<ServiceUser> {
  const [row] = await query<UserRow>(
    `select email, provider, name, version, split_at, eip155, solana from wallet_service_users
    left join wallet_service_identities identity on identity.user_id = id
    left join wallet_service_wallets wallet on wallet.user_id = id where id = $1`,
    [id],
  )
  if (!row) throw new Error('a user is gone')
  const { email, provider, name } = row
  return {
    id,
    provider: provider ?? 'email',
    ...(name !== null && { userName: name }),
    ...(email !== null && { email }),
    ...(row.version !== null && { wallet: walletOf(row) }),
  }
}

type UserRow = {
  readonly email: string | null
  readonly provider: string | null
  readonly name: string | null
} & (WalletRow | { readonly version: null })

export async function isKnownDevice(query: Query, user: string, device: string): Promise<boolean> {
  const found = await query('select from wallet_service_devices where user_id = $1 and device = $2', [
    user,
    device,
  ])
  return found.length > 0
}

export async function keepDevice(query: Query, user: string, device: string, now: number): Promise<void> {
  await query(
    `insert into wallet_service_devices (user_id, device, known_at) values ($1, $2, $3) on conflict do nothing`,
    [user, device, new Date(now)],
  )
}

export interface DeviceRow {
  readonly device: string
  readonly known_at: Date
  readonly is_logged_in: boolean
}

export async function readDevices(query: Query, user: string, now: number): Promise<readonly DeviceRow[]> {
  return query<DeviceRow>(
    `select device, known_at, exists (
      select from wallet_service_sessions sessions
      where sessions.user_id = $1 and sessions.device = known.device and ends_at > $2
    ) as is_logged_in from wallet_service_devices known where user_id = $1 order by known_at desc, device`,
    [user, new Date(now)],
  )
}

/** Logs the device out and forgets its approval. */
export async function forgetDevice(query: Query, user: string, device: string): Promise<void> {
  for (const table of ['sessions', 'devices'])
    await query(`delete from wallet_service_${table} where user_id = $1 and device = $2`, [user, device])
}
