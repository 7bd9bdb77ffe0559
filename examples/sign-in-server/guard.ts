import type { MiddlewareHandler } from 'hono'
import { Refused } from './refused.ts'

const reading: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Lets nothing change for a page of another origin, whose requests would carry the visitor's cookie (CSRF): it cannot send the
 * header without leave, and what browsers say of the origin has to be one that is allowed.
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
