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
    // With `none`, the visitor typed the address.
    const isForeign =
      (origin !== undefined && origin !== own) ||
      (site !== undefined && site !== 'same-origin' && site !== 'none')
    if (isForeign) throw new Refused('request/foreign-origin')
    await next()
  }
}

/**
 * Refuses requests that a page of another site makes for a script, an image or a frame. A visitor may open our pages from anywhere, such as from a
 * mail. Allows requests of browsers that don't send `Sec-Fetch-Dest`, because these requests can't be told apart.
 */
export function openedByVisitor(): MiddlewareHandler {
  return async (c, next) => {
    const site = c.req.header('sec-fetch-site')
    const isForeign = site === 'cross-site' || site === 'same-site'
    if (isForeign && (c.req.header('sec-fetch-dest') ?? 'document') !== 'document')
      throw new Refused('request/foreign-origin')
    await next()
  }
}
