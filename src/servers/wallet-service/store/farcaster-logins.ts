import type { Query } from '../../database/database.ts'

export interface FarcasterLogin {
  readonly id: string
  /** The hash of the relay's channel token. */
  readonly channelHash: string
  /** The device that started the login. Only this device can complete it. */
  readonly device: string
}

export async function keepFarcasterLogin(
  query: Query,
  { id, channelHash, device, site, ends }: FarcasterLogin & { readonly site: string; readonly ends: number },
): Promise<void> {
  await query(
    `insert into wallet_service_farcaster_logins (id, channel_hash, device, site, ends_at)
    values ($1, $2, $3, $4, $5)`,
    [id, channelHash, device, site, new Date(ends)],
  )
}

export async function hasFarcasterLogin(
  query: Query,
  { id, channelHash, device }: FarcasterLogin,
  now: number,
): Promise<boolean> {
  const found = await query(
    `select from wallet_service_farcaster_logins
    where id = $1 and channel_hash = $2 and device = $3 and ends_at > $4`,
    [id, channelHash, device, new Date(now)],
  )
  return found.length > 0
}

/** Deletes a login, and returns its page; undefined if there is no login, or it has expired. */
export async function takeFarcasterLogin(query: Query, id: string, now: number): Promise<string | undefined> {
  const [taken] = await query<{ site: string }>(
    'delete from wallet_service_farcaster_logins where id = $1 and ends_at > $2 returning site',
    [id, new Date(now)],
  )
  return taken?.site
}
