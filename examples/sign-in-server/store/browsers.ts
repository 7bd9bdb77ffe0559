import { randomUUID } from 'node:crypto'
import type { Query } from 'latchkey/servers'
import { createToken, hashOf } from '../cookies.ts'

/** The minimum time between two writes of a browser's last use, in ms. So most requests need no write. */
export const coarse = 60_000

/** Finds a browser by its cookie, and stores the time of its use. Returns undefined if the browser is unknown, or wasn't used for `idle` ms. */
export async function findBrowser(
  query: Query,
  token: string | undefined,
  { now, idle }: { readonly now: number; readonly idle: number },
): Promise<string | undefined> {
  if (token === undefined) return undefined
  const [found] = await query<{ id: string; used_at: Date }>(
    'select id, used_at from browsers where token_hash = $1 and used_at > $2',
    [hashOf(token), new Date(now - idle)],
  )
  // A time in the future was stored before the clock was set back.
  if (found && Math.abs(now - found.used_at.getTime()) > coarse)
    await query('update browsers set used_at = $2 where id = $1', [found.id, new Date(now)])
  return found?.id
}

/** Creates a browser without a signed-in user. */
export async function createBrowser(
  query: Query,
  now: number,
): Promise<{ readonly id: string; readonly token: string }> {
  const id = randomUUID()
  const token = createToken()
  await query('insert into browsers (id, token_hash, used_at) values ($1, $2, $3)', [
    id,
    hashOf(token),
    new Date(now),
  ])
  return { id, token }
}

/** Gives a browser a new cookie. The old cookie becomes invalid. */
export async function rotateToken(query: Query, id: string, now: number): Promise<string> {
  const token = createToken()
  await query('update browsers set token_hash = $2, used_at = $3 where id = $1', [
    id,
    hashOf(token),
    new Date(now),
  ])
  return token
}

/** Locks a browser until the transaction ends, so that its requests run one after another. */
export async function lockBrowser(query: Query, id: string): Promise<boolean> {
  return (await query('select id from browsers where id = $1 for update', [id])).length > 0
}
