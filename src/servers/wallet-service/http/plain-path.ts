import type { MiddlewareHandler } from 'hono'
import { Refused } from '../refused.ts'

/** Refuses paths with control characters or invalid UTF-8. The database can't store NUL and invalid UTF-8. */
export function plainPath(): MiddlewareHandler {
  return async (c, next) => {
    if (!isPlain(new URL(c.req.url).pathname)) throw new Refused('request/invalid')
    await next()
  }
}

function isPlain(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
