import type { Query } from '../../database/database.ts'

/** How often a code may be handed in. */
export const mostTries = 5

export interface NewLogin {
  readonly id: string
  readonly email: string
  readonly device: string
  readonly site?: string | undefined
  readonly network: string
  /** Of the code, where it was mailed; else of the link that comes first. */
  readonly codeHash?: string | undefined
  readonly linkHash?: string | undefined
  readonly ends: number
}

export async function keepLogin(query: Query, login: NewLogin): Promise<void> {
  const { id, email, device, site, network, codeHash, linkHash, ends } = login
  await query(
    `insert into wallet_service_logins (id, email, device, site, network, code_hash, link_hash, ends_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, email, device, site ?? null, network, codeHash ?? null, linkHash ?? null, new Date(ends)],
  )
}

/** What a link lets in. */
export interface LinkedLogin {
  readonly id: string
  readonly email: string
  readonly device: string
  readonly site: string | null
}

/** Uses a link: of all who press its button, one does. Undefined where it was used, or has ended. */
export async function useLink(query: Query, linkHash: string, now: number): Promise<LinkedLogin | undefined> {
  const [login] = await query<LinkedLogin>(
    `update wallet_service_logins set approved_at = $2
    where link_hash = $1 and approved_at is null and ends_at > $2 returning id, email, device, site`,
    [linkHash, new Date(now)],
  )
  return login
}

/** Makes the link good again, since the code could not be mailed. */
export async function returnLink(query: Query, id: string): Promise<void> {
  await query('update wallet_service_logins set approved_at = null where id = $1', [id])
}

/** Keeps the code of a device that was let in. */
export async function keepCode(query: Query, id: string, codeHash: string, ends: number): Promise<void> {
  await query('update wallet_service_logins set code_hash = $2, ends_at = $3 where id = $1', [
    id,
    codeHash,
    new Date(ends),
  ])
}

/** Whether the code of a login was mailed; undefined where there is no such login of the device any more. */
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
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface TriedLogin {
  readonly email: string
  readonly code_hash: string
  readonly approved: boolean
}

/**
 * Counts one try before the code is looked at, so that of tries at the same time none is free.
 * @returns `spent` where there were too many; undefined where there is no such login of the device any more.
 */
export async function tryLogin(
  query: Query,
  { id, device, now }: LoginOfDevice,
): Promise<TriedLogin | 'spent' | undefined> {
  const [tried] = await query<TriedLogin & { tries: number }>(
    `update wallet_service_logins set tries = least(tries, $4) + 1
    where id = $1 and device = $2 and done_at is null and code_hash is not null and ends_at > $3
    returning email, code_hash, approved_at is not null as approved, tries`,
    [id, device, new Date(now), mostTries],
  )
  return tried && tried.tries > mostTries ? 'spent' : tried
}

/** Ends a login that has succeeded; false where it has ended already. */
export async function finishLogin(query: Query, id: string, now: number): Promise<boolean> {
  const done = await query(
    'update wallet_service_logins set done_at = $2 where id = $1 and done_at is null returning id',
    [id, new Date(now)],
  )
  return done.length > 0
}
