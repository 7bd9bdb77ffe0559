import { memoryPlatform } from 'latchkey/testing'
import type { SignInMessage, SignInSession, SignInSessions } from '../../src/core/sign-in/sign-in.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import type { Clock, Fetch } from '../../src/ports.ts'
import { serverSessions } from '../../src/siwx/sessions/server-sessions.ts'
import type { Account } from './sign-in-accounts.ts'

/** A browser that uses a sign-in server, with cookies and the client's side of the sign-in protocol. */
export interface Visitor {
  readonly sessions: SignInSessions
  /** The cookies, by name. A test can copy the cookies to another visitor. */
  readonly cookies: Map<string, string>
  /** The unchanged `set-cookie` headers, oldest first. */
  readonly setCookies: readonly string[]
  /** Sends a request from the page, with the page's cookies and origin. */
  readonly fetch: Fetch
  /** @param path The path on the server, or the whole URL of another server with the same host name. */
  ask(method: string, path: string, body?: unknown): Promise<Response>
  messageFor(account: Account): Promise<SignInMessage>
  /** Requests a nonce, lets the account sign, and submits the signature. */
  signIn(account: Account): Promise<SignInSession>
  sessionsOf(account: Account): Promise<readonly SignInSession[]>
}

export interface VisitorOptions {
  readonly clock?: Clock | undefined
  readonly origin?: string | undefined
  /** How long the sign-in is valid, in ms. */
  readonly expiration?: number | undefined
  /** The domain in sign-in messages. Default: the page's host. */
  readonly domain?: string | undefined
}

/** @param url The server's URL, such as `http://127.0.0.1:3000`. */
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

/** Lets the account sign the message. Returns the session in the form in which a client submits it. */
export async function signed(account: Account, data: SignInMessage): Promise<SignInSession> {
  const message = data.toString()
  return { data: { ...data }, message, ...(await account.sign(message)) }
}
