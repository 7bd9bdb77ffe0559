import { randomUUID } from 'node:crypto'
import type { ServiceUser } from '../../../core/wallet/wallet-service.ts'
import type { Query } from '../../database/database.ts'
import { type WalletRow, walletOf } from './wallets.ts'

export async function findUser(query: Query, email: string): Promise<string | undefined> {
  const [user] = await query<{ id: string }>('select id from wallet_service_users where email = $1', [email])
  return user?.id
}

/** Returns the user of an address. Creates the user if there is none. Concurrent calls return the same user. */
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

/** Keeps a previous address, which gets messages about changes until `ends`. */
export async function keepFormerAddress(
  query: Query,
  id: string,
  email: string,
  ends: number,
): Promise<void> {
  await query(
    `insert into wallet_service_former_addresses (user_id, email, ends_at) values ($1, $2, $3)
    on conflict (user_id, email) do update set ends_at = excluded.ends_at`,
    [id, email, new Date(ends)],
  )
}

/** Returns the addresses that get messages about changes: the current address and, for a while, each previous address. */
export async function addressesOnFile(query: Query, id: string, now: number): Promise<readonly string[]> {
  const rows = await query<{ email: string }>(
    `select email from wallet_service_users where id = $1 and email is not null
    union select email from wallet_service_former_addresses where user_id = $1 and ends_at > $2`,
    [id, new Date(now)],
  )
  return rows.map(({ email }) => email)
}
