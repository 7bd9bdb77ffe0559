import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

export interface CookieOptions {
  /** Whether the cookie needs https. Set it to false only for http on this machine. */
  readonly secure: boolean
  /** The maximum duration of a session, in ms. */
  readonly lifetime: number
}

/** Creates a token of 256 random bits. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash of a cookie. The database contains only hashes, so a stolen backup contains no valid cookie. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function readToken(c: Context, { secure }: CookieOptions): string | undefined {
  return getCookie(c, nameOf(secure))
}

export function writeToken(c: Context, token: string, { secure, lifetime }: CookieOptions): void {
  setCookie(c, nameOf(secure), token, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure,
    maxAge: Math.floor(lifetime / 1000),
  })
}

/** With the prefix `__Host-`, browsers reject this cookie if another host of the domain sets it. */
function nameOf(secure: boolean): string {
  return secure ? '__Host-sign-in' : 'sign-in'
}
