import type { MiddlewareHandler } from 'hono'
import { Refused } from '../refused.ts'

/**
 * Refuses what a page of another origin asks: the wallet's own pages are of this one, so that nobody else needs to. A browser
 * says so by `Origin`, or by `Sec-Fetch-Site` where it leaves that out; a page can forge neither.
 */
export function sameOrigin(own: string): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    // `none` is what a visitor typed.
    const isForeign =
      (origin !== undefined && origin !== own) ||
      (site !== undefined && site !== 'same-origin' && site !== 'none')
    if (isForeign) throw new Refused('request/foreign-origin')
    await next()
  }
}
