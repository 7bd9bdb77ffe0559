import type { Query } from '../../database/database.ts'

/** The maximum number of tries per code. */
export const mostTries = 5

export interface NewLogin {
  readonly id: string
  readonly email: string
  readonly device: string
  /** The name that `deviceName` reads from the request. */
  readonly name: string
  readonly site?: string | undefined
  readonly network: string
  /** The hash of the mailed code. If no code was mailed yet, `linkHash` is set instead. */
  readonly codeHash?: string | undefined
  readonly linkHash?: string | undefined
  readonly ends: number
}

export async function keepLogin(query: Query, login: NewLogin): Promise<void> {
  const { id, email, device, name, site, network, codeHash, linkHash, ends } = login
  await query(
    `insert into wallet_service_logins (id, email, device, site, network, code_hash, link_hash, ends_at, device_name)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, email, device, site ?? null, network, codeHash ?? null, linkHash ?? null, new Date(ends), name],
  )
}

/** A login that a link has approved. */
export interface LinkedLogin {
  readonly id: string
  readonly email: string
  readonly device: string
  readonly site: string | null
  readonly device_name: string | null
}

/** How long to wait until a used link without a code is valid again, in ms. Longer than most mails take. */
const unfinished = 60_000

/**
 * Uses a link. Only one of several concurrent calls succeeds. A link is valid again a minute later if no code was stored: the
 * service stopped, or its database failed. Returns undefined if the link was used already, or has expired.
 */
export async function useLink(query: Query, linkHash: string, now: number): Promise<LinkedLogin | undefined> {
  const [login] = await query<LinkedLogin>(
    `update wallet_service_logins set approved_at = $2
    where link_hash = $1 and (approved_at is null or (code_hash is null and approved_at < $3)) and ends_at > $2
    returning id, email, device, site, device_name`,
    [linkHash, new Date(now), new Date(now - unfinished)],
  )
  return login
}

/** Makes a link valid again, because the code couldn't be mailed or stored. */
export async function returnLink(query: Query, id: string): Promise<void> {
  await query('update wallet_service_logins set approved_at = null where id = $1 and code_hash is null', [id])
}

/** Stores the code of an approved device. */
export async function keepCode(query: Query, id: string, codeHash: string, ends: number): Promise<void> {
  await query('update wallet_service_logins set code_hash = $2, ends_at = $3 where id = $1', [
    id,
    codeHash,
    new Date(ends),
  ])
}

/** Returns whether a login's code was mailed; undefined if the device has no such login. */
export async function hasCode(
  query: Query,
  { id, device, now }: LoginOfDevice,
): Promise<boolean | undefined> {
  const [login] = await query<{ has_code: boolean }>(
    `select code_hash is not null as has_code from wallet_service_logins
    where id = $1 and device = $2 and done_at is null and ends_at > $3`,
    [id, device, new Date(now)],
  )
  return login?.has_code
}

interface LoginOfDevice {
  readonly id: string
  readonly device: string
  readonly now: number
}

export interface TriedLogin {
  readonly email: string
  readonly code_hash: string
  readonly approved: boolean
  readonly site: string | null
}

/**
 * Counts a try before the code is compared, so that concurrent tries all count.
 * @returns `spent` after too many tries; undefined if the device has no such login.
 */
export async function tryLogin(
  query: Query,
  { id, device, now }: LoginOfDevice,
): Promise<TriedLogin | 'spent' | undefined> {
  const [tried] = await query<TriedLogin & { tries: number }>(
    `update wallet_service_logins set tries = least(tries, $4) + 1
    where id = $1 and device = $2 and done_at is null and code_hash is not null and ends_at > $3
    returning email, site, code_hash, approved_at is not null as approved, tries`,
    [id, device, new Date(now), mostTries],
  )
  return tried && tried.tries > mostTries ? 'spent' : tried
}

/** Completes a login. Returns false if it has already ended. */
export async function finishLogin(query: Query, id: string, now: number): Promise<boolean> {
  const done = await query(
    'update wallet_service_logins set done_at = $2 where id = $1 and done_at is null returning id',
    [id, new Date(now)],
  )
  return done.length > 0
}
