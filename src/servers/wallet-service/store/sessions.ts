import { randomUUID } from 'node:crypto'
import type { Query } from '../../database/database.ts'
import type { LoggedIn, ServiceParts } from '../parts.ts'
import { createToken, hashOf, isSame } from '../secrets.ts'

export interface Tokens {
  readonly access: string
  readonly refresh: string
  /** When `access` expires, in ms since the epoch. */
  readonly ends: number
}

type Parts = Pick<ServiceParts, 'secrets' | 'random' | 'lifetimes'>

/** Logs a device in. Each device has one session per user, so the earlier session ends. */
export async function createSession(
  query: Query,
  { secrets, random, lifetimes }: Parts,
  { user, device, now }: { readonly user: string; readonly device: string; readonly now: number },
): Promise<Tokens> {
  const id = randomUUID()
  const refresh = `${id}.${createToken(random)}`
  const access = secrets.followUp('access', refresh)
  const ends = now + lifetimes.access
  await query('delete from wallet_service_sessions where user_id = $1 and device = $2', [user, device])
  await query(
    `insert into wallet_service_sessions
    (id, user_id, device, access_hash, access_ends_at, refresh_hash, rotated_at, ends_at, logged_in_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $7)`,
    [
      ...[id, user, device, hashOf(access), new Date(ends), hashOf(refresh)],
      ...[new Date(now), new Date(now + lifetimes.session)],
    ],
  )
  return { access, refresh, ends }
}

export type Refreshed =
  | { readonly is: 'refreshed'; readonly user: string; readonly tokens: Tokens }
  | { readonly is: 'reused'; readonly user: string }
  | { readonly is: 'ended' }

/**
 * Exchanges a refresh token for the next token. Each token is valid once. The answer can be lost, or two tabs can refresh at the
 * same time. So the device can repeat the exchange within `lifetimes.repeat`, until it uses the next token. The repeated exchange
 * returns the same next token, because the service derives each token from the previous one. Any other reuse, or a use on another
 * device, means that the token was stolen. The session then ends.
 */
export async function refreshSession(
  query: Query,
  { secrets, lifetimes }: Parts,
  { refresh, device, now }: { readonly refresh: string; readonly device: string; readonly now: number },
): Promise<Refreshed> {
  const [id = ''] = refresh.split('.')
  const [session] = await query<SessionRow>(
    'select * from wallet_service_sessions where id = $1 for update',
    [id],
  )
  if (!session || session.ends_at.getTime() <= now) return { is: 'ended' }
  const { user_id: user } = session
  const hash = hashOf(refresh)
  const next = `${id}.${secrets.followUp('refresh', refresh)}`
  const access = secrets.followUp('access', next)
  const age = now - session.rotated_at.getTime()
  const isOwn = session.device === device
  if (isOwn && session.previous_hash && isSame(hash, session.previous_hash) && age <= lifetimes.repeat)
    return {
      is: 'refreshed',
      user,
      tokens: { access, refresh: next, ends: session.access_ends_at.getTime() },
    }
  if (!isOwn || !isSame(hash, session.refresh_hash)) {
    await endSession(query, id)
    return { is: 'reused', user }
  }
  const ends = now + lifetimes.access
  await query(
    `update wallet_service_sessions set access_hash = $2, access_ends_at = $3, refresh_hash = $4, previous_hash = $5,
    rotated_at = $6, ends_at = $7 where id = $1`,
    [
      ...[id, hashOf(access), new Date(ends), hashOf(next), hash],
      ...[new Date(now), new Date(now + lifetimes.session)],
    ],
  )
  return { is: 'refreshed', user, tokens: { access, refresh: next, ends } }
}

interface SessionRow {
  readonly user_id: string
  readonly device: string
  readonly access_ends_at: Date
  readonly refresh_hash: string
  readonly previous_hash: string | null
  readonly rotated_at: Date
  readonly ends_at: Date
}

/** Returns the session of an access token on this device. */
export async function findSession(
  query: Query,
  { access, device, now }: { readonly access: string; readonly device: string; readonly now: number },
): Promise<LoggedIn | undefined> {
  const [session] = await query<LoggedIn>(
    `select id as session, user_id as user, logged_in_at as "loggedInAt" from wallet_service_sessions
    where access_hash = $1 and device = $2 and access_ends_at > $3`,
    [hashOf(access), device, new Date(now)],
  )
  return session
}

/** Ends the session of a refresh token on its device. The current and the previous refresh token both work. @returns The user's id. */
export async function endSessionOf(
  query: Query,
  { refresh, device }: { readonly refresh: string; readonly device: string },
): Promise<string | undefined> {
  const [id = ''] = refresh.split('.')
  const [ended] = await query<{ user_id: string }>(
    `delete from wallet_service_sessions where id = $1 and device = $2
    and (refresh_hash = $3 or previous_hash = $3) returning user_id`,
    [id, device, hashOf(refresh)],
  )
  return ended?.user_id
}

async function endSession(query: Query, id: string): Promise<void> {
  await query('delete from wallet_service_sessions where id = $1', [id])
}
