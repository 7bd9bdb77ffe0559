import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

/** How the cookie is set. */
export interface CookieOptions {
  /** Whether browsers send it by https alone. False for http on loopback only. */
  readonly secure: boolean
  /** In ms: the longest that a session lasts. */
  readonly lifetime: number
}

/** 256 random bits, which nobody guesses. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database knows of a token: whoever reads a backup of it has no cookie. */
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

/** By this prefix browsers know that no other host of the site may set the cookie. */
function nameOf(secure: boolean): string {
  return secure ? '__Host-sign-in' : 'sign-in'
}
