import { memoryPlatform } from 'latchkey/testing'
import type { SignInMessage, SignInSession, SignInSessions } from '../../src/core/sign-in/sign-in.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import type { Clock, Fetch } from '../../src/ports.ts'
import { serverSessions } from '../../src/siwx/sessions/server-sessions.ts'
import type { Account } from './sign-in-accounts.ts'

/** A browser with a sign-in server: our half of the protocol, with the cookies that a browser would store. */
export interface Visitor {
  readonly sessions: SignInSessions
  /** By name. A test may read them, and copy them elsewhere. */
  readonly cookies: Map<string, string>
  /** The `set-cookie` headers, unchanged, oldest first. */
  readonly setCookies: readonly string[]
  /** Requests from a page of the server's origin, with cookie, header and origin. */
  readonly fetch: Fetch
  /** @param path Or the whole URL of another server behind the same name. */
  ask(method: string, path: string, body?: unknown): Promise<Response>
  messageFor(account: Account): Promise<SignInMessage>
  /** Requests a nonce, lets the account sign, and submits the signature. */
  signIn(account: Account): Promise<SignInSession>
  sessionsOf(account: Account): Promise<readonly SignInSession[]>
}

export interface VisitorOptions {
  readonly clock?: Clock | undefined
  /** The page's origin. Default: the server's. */
  readonly origin?: string | undefined
  /** How long the sign-in is valid, in ms. */
  readonly expiration?: number | undefined
  /** Default: the page's. */
  readonly domain?: string | undefined
}

/** @param url The server's, such as `http://127.0.0.1:3000`; a second one is behind the same name. */
export function visitor(
  url: string,
  { clock = systemClock, origin = url, expiration, domain }: VisitorOptions = {},
): Visitor {
  const cookies = new Map<string, string>()
  const setCookies: string[] = []
  const fetchWithCookies: Fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('origin', origin)
    if (init.credentials === 'include' && cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(input, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      setCookies.push(line)
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const context = { ...memoryPlatform({ clock, origin, fetch: fetchWithCookies }), name: 'test' }
  const sessions = serverSessions({ url: `${url}/auth`, expiration, domain })(context)
  const messageFor = ({ chainId, address }: Account) =>
    sessions.createMessage({ chainId, accountAddress: address })
  return {
    sessions,
    cookies,
    setCookies,
    fetch: fetchWithCookies,
    ask: (method, path, body) =>
      fetchWithCookies(new URL(path, url), {
        method,
        credentials: 'include',
        headers: {
          'x-latchkey-sign-in': '1',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    messageFor,
    async signIn(account) {
      const session = await signed(account, await messageFor(account))
      await sessions.addSession(session)
      return session
    },
    sessionsOf: ({ chainId, address }) => sessions.getSessions(chainId, address),
  }
}

/** What an account signs, as a client submits it. */
export async function signed(account: Account, data: SignInMessage): Promise<SignInSession> {
  const message = data.toString()
  return { data: { ...data }, message, ...(await account.sign(message)) }
}
