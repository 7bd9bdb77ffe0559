import type { Context, MiddlewareHandler } from 'hono'
import { Refused } from '../refused.ts'

/**
 * Refuses requests from pages of other origins, because only the wallet's own pages need the service. Browsers send `Origin` or `Sec-Fetch-Site`. A
 * page can't forge these headers.
 */
export function sameOrigin(own: string): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    // `none` means that the visitor entered the address.
    const isForeign =
      (origin !== undefined && origin !== own) ||
      (site !== undefined && site !== 'same-origin' && site !== 'none')
    if (isForeign) throw new Refused('request/foreign-origin')
    await next()
  }
}

/**
 * Refuses a request for a script, an image or a frame if a page of another origin sends it. But a visitor can open our pages from
 * anywhere, for example with a link in a mail. Some browsers don't send `Sec-Fetch-Dest`: all requests of these browsers are
 * allowed.
 */
export function openedByVisitor(): MiddlewareHandler {
  return async (c, next) => {
    if (isFromOtherOrigin(c) && (c.req.header('sec-fetch-dest') ?? 'document') !== 'document')
      throw new Refused('request/foreign-origin')
    await next()
  }
}

/** Returns true if a page of another origin sends the request or links to it. */
export function isFromOtherOrigin(c: Context): boolean {
  const site = c.req.header('sec-fetch-site')
  return site === 'cross-site' || site === 'same-site'
}
