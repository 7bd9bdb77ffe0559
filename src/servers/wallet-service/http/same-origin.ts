import type { MiddlewareHandler } from 'hono'
import { Refused } from '../refused.ts'

/**
 * Refuses requests from pages of other origins, since only the wallet's own pages need the service. Browsers send
 * `Origin`, or else `Sec-Fetch-Site`; a page can forge neither.
 */
export function sameOrigin(own: string): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    // `none`: the visitor typed the address.
    const isForeign =
      (origin !== undefined && origin !== own) ||
      (site !== undefined && site !== 'same-origin' && site !== 'none')
    if (isForeign) throw new Refused('request/foreign-origin')
    await next()
  }
}
