import type { Query } from '../../database/database.ts'
import { Refused } from '../refused.ts'

export interface NewDevice {
  readonly device: string
  /** The name that `deviceName` reads from the request. */
  readonly name: string
  /** The page on which the device first logged in. */
  readonly site?: string | undefined
  /** In ms since the epoch. The visitor has seen the notices about devices and passkeys that were added before this time. */
  readonly toldAt: number
  /** When the device can start to use the key, in ms since the epoch. Default: at once. */
  readonly readyAt?: number | undefined
  /** The hash of the token in a mailed link. The link removes the device. */
  readonly removalHash: string
}

/** Adds a device to an account. Returns false if the account already has it. */
export async function keepDevice(
  query: Query,
  user: string,
  { device, name, site, toldAt, readyAt, removalHash }: NewDevice,
  now: number,
): Promise<boolean> {
  const ready = readyAt === undefined ? null : new Date(readyAt)
  const kept = await query(
    `insert into wallet_service_devices (user_id, device, known_at, told_at, passkeys_told_at, name, site, ready_at, removal_hash)
    values ($1, $2, $3, $4, $4, $5, $6, $7, $8) on conflict do nothing returning device`,
    [user, device, new Date(now), new Date(toldAt), name, site ?? null, ready, removalHash],
  )
  return kept.length > 0
}

export async function isKnownDevice(query: Query, user: string, device: string): Promise<boolean> {
  const found = await query('select from wallet_service_devices where user_id = $1 and device = $2', [
    user,
    device,
  ])
  return found.length > 0
}

/** @throws `device/unknown`, or `device/waiting` if the device is new and can't use the key yet. */
export async function requireReadyDevice(
  query: Query,
  user: string,
  device: string,
  now: number,
): Promise<void> {
  const [found] = await query<{ ready_at: Date | null }>(
    'select ready_at from wallet_service_devices where user_id = $1 and device = $2',
    [user, device],
  )
  if (!found) throw new Refused('device/unknown')
  if (found.ready_at !== null && found.ready_at.getTime() > now) throw new Refused('device/waiting')
}

/**
 * Lets a device use the key at once. Also invalidates the link that removes the device: an attacker with access to the mailbox
 * must not remove a device that the passkey confirmed.
 * @param knownAt The `known_at` time in the list of devices. If the device was removed and added again, its time differs, and
 * this call has no effect.
 */
export async function readyDevice(
  query: Query,
  user: string,
  { device, knownAt }: { readonly device: string; readonly knownAt: number },
): Promise<boolean> {
  const ready = await query(
    `update wallet_service_devices set ready_at = null, removal_hash = null
    where user_id = $1 and device = $2 and known_at = $3 returning device`,
    [user, device, new Date(knownAt)],
  )
  return ready.length > 0
}

export interface DeviceRow {
  readonly device: string
  readonly known_at: Date
  readonly told_at: Date | null
  readonly ready_at: Date | null
  readonly name: string | null
  readonly site: string | null
  readonly is_logged_in: boolean
}

export async function readDevices(query: Query, user: string, now: number): Promise<readonly DeviceRow[]> {
  return query<DeviceRow>(
    `select device, known_at, told_at, ready_at, name, site, exists (
      select from wallet_service_sessions sessions
      where sessions.user_id = $1 and sessions.device = known.device and ends_at > $2
    ) as is_logged_in from wallet_service_devices known where user_id = $1 order by known_at desc, device`,
    [user, new Date(now)],
  )
}

/** Records that the visitor has seen, on a device, the notices about devices or passkeys up to the given time. */
export async function tellDevice(
  query: Query,
  user: string,
  {
    device,
    of,
    until,
  }: { readonly device: string; readonly of: 'devices' | 'passkeys'; readonly until: number },
): Promise<void> {
  const column = of === 'devices' ? 'told_at' : 'passkeys_told_at'
  await query(
    `update wallet_service_devices set ${column} = greatest(${column}, $3) where user_id = $1 and device = $2`,
    [user, device, new Date(until)],
  )
}

/** Removes a device from an account, and ends its session. */
export async function forgetDevice(query: Query, user: string, device: string): Promise<void> {
  for (const table of ['sessions', 'devices', 'email_updates'])
    await query(`delete from wallet_service_${table} where user_id = $1 and device = $2`, [user, device])
}

/** Returns the device that a mailed link removes; undefined if the link is invalid or has expired. */
export async function deviceOfLink(
  query: Query,
  removalHash: string,
  since: number,
): Promise<{ readonly user: string; readonly device: string } | undefined> {
  const [found] = await query<{ user: string; device: string }>(
    `select user_id as user, device from wallet_service_devices where removal_hash = $1 and known_at > $2`,
    [removalHash, new Date(since)],
  )
  return found
}
