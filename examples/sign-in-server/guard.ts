import type { MiddlewareHandler } from 'hono'
import { Refused } from './refused.ts'

const reading: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Protects against CSRF: a page of another origin must not act with the visitor's cookie. A request that changes something needs
 * a header that such a page can't send without permission (CORS). If the request also has an `origin`, the origin must be allowed.
 */
export function guard(origins: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    if (!reading.includes(c.req.method)) {
      const origin = c.req.header('origin')
      if (c.req.header('x-latchkey-sign-in') !== '1') throw new Refused(403, 'request/no-header')
      if (origin !== undefined && !origins.includes(origin)) throw new Refused(403, 'request/foreign-origin')
    }
    await next()
  }
}
