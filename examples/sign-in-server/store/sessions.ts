import type { Query } from 'latchkey/servers'
import type { SignInSession } from 'latchkey/siwx'

export interface User {
  readonly id: string
  readonly accounts: readonly string[]
}

export async function sessionsOf(
  query: Query,
  browser: string,
  now: number,
): Promise<readonly SignInSession[]> {
  const rows = await query<{ proof: string }>(
    'select proof from sessions where browser_id = $1 and ends_at > $2 order by chain_id, address',
    [browser, new Date(now)],
  )
  return rows.map(({ proof }) => JSON.parse(proof))
}

/** Returns the user who owns the valid sessions of a browser; undefined if the browser has no valid session. */
export async function userIdOf(query: Query, browser: string, now: number): Promise<string | undefined> {
  const [found] = await query<{ user_id: string }>(
    `select user_id from sessions join accounts on accounts.id = account_id
    where browser_id = $1 and ends_at > $2 limit 1`,
    [browser, new Date(now)],
  )
  return found?.user_id
}

/** Returns the user who is signed in with a browser, and the user's accounts. */
export async function userOf(query: Query, browser: string, now: number): Promise<User | undefined> {
  const id = await userIdOf(query, browser, now)
  if (id === undefined) return undefined
  const accounts = await query<{ id: string }>(
    'select id from accounts where user_id = $1 order by created_at, id',
    [id],
  )
  return { id, accounts: accounts.map((account) => account.id) }
}

/** Ends the session of one account on one network. */
export async function endSession(
  query: Query,
  browser: string,
  { chainId, address }: { readonly chainId: string; readonly address: string },
): Promise<void> {
  await query('delete from sessions where browser_id = $1 and chain_id = $2 and address = $3', [
    browser,
    chainId,
    spelled(chainId, address),
  ])
}

/** Signs a browser out, and deletes its nonces. */
export async function forgetBrowser(query: Query, browser: string): Promise<void> {
  await query('delete from browsers where id = $1', [browser])
}

/** Signs out all browsers of a user. Locks the browsers in order, so that concurrent calls don't deadlock. */
export async function forgetBrowsersOf(query: Query, user: string): Promise<void> {
  await query(
    `with theirs as (
      select id from browsers where id in (
        select browser_id from sessions join accounts on accounts.id = account_id where user_id = $1
      ) order by id for update
    )
    delete from browsers using theirs where browsers.id = theirs.id`,
    [user],
  )
}

/** The same eip155 address can be written in different cases, so it is stored in lower case. */
export function spelled(chainId: string, address: string): string {
  return chainId.startsWith('eip155:') ? address.toLowerCase() : address
}
