import { randomUUID } from 'node:crypto'
import type { Database, Query } from 'latchkey/servers'
import { Refused } from '../refused.ts'
import type { Proven } from '../verify.ts'
import { lockBrowser, rotateToken } from './browsers.ts'
import { spelled, userIdOf } from './sessions.ts'

export interface SignIn {
  readonly browser: string
  readonly proven: readonly Proven[]
  /** Whether to end the browser's other sessions first, so that its current user is signed out. */
  readonly replace: boolean
  readonly now: number
}

/**
 * Stores verified sessions, and resolves with the browser's new cookie. Adds the accounts to the signed-in user. If no user is
 * signed in, adds the accounts to the user who owns one of them. If they have no owner, creates a user.
 * @throws `siwx/wrong-nonce` (401) if the browser has signed out; `siwx/other-user` (409) if an
 * account has another user. In both cases, stores nothing.
 */
export function keepSignIn(database: Database, { browser, proven, replace, now }: SignIn): Promise<string> {
  return database.transaction(async (query) => {
    // Lock the browser. It no longer exists if it signed out in the meantime.
    if (!(await lockBrowser(query, browser))) throw new Refused(401, 'siwx/wrong-nonce')
    if (replace) await query('delete from sessions where browser_id = $1', [browser])
    const accounts = [...new Set(proven.map(({ account }) => account))].sort()
    await join(query, accounts, await userIdOf(query, browser, now), now)
    for (const { account, session, ends } of proven) {
      const { chainId, accountAddress } = session.data
      await query(
        `insert into sessions (browser_id, chain_id, address, account_id, proof, ends_at)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (browser_id, chain_id, address) do update
        set account_id = excluded.account_id, proof = excluded.proof, ends_at = excluded.ends_at`,
        [
          browser,
          chainId,
          spelled(chainId, accountAddress),
          account,
          JSON.stringify(session),
          new Date(ends),
        ],
      )
    }
    return rotateToken(query, browser, now)
  })
}

/**
 * Assigns accounts to one user.
 * @param sorted The accounts. They are sorted, so that concurrent calls don't deadlock.
 */
async function join(
  query: Query,
  sorted: readonly string[],
  signedIn: string | undefined,
  now: number,
): Promise<void> {
  for (const account of sorted)
    await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [account])
  const owners = await query<{ user_id: string }>(
    'select distinct user_id from accounts where id = any($1)',
    [sorted],
  )
  const user = signedIn ?? owners[0]?.user_id ?? (await createUser(query, now))
  if (owners.some(({ user_id }) => user_id !== user)) throw new Refused(409, 'siwx/other-user')
  await query(
    'insert into accounts (id, user_id, created_at) select unnest($1::text[]), $2, $3 on conflict do nothing',
    [sorted, user, new Date(now)],
  )
}

async function createUser(query: Query, now: number): Promise<string> {
  const id = randomUUID()
  await query('insert into users (id, created_at) values ($1, $2)', [id, new Date(now)])
  return id
}
