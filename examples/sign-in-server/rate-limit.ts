import type { Context, MiddlewareHandler } from 'hono'

export interface RateLimit {
  /** How many requests a client may send in a minute. */
  readonly most: number
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly clientOf: (c: Context) => string
}

const minute = 60_000

/**
 * Refuses what one client asks too often. It counts in memory, so that a flood never reaches the database: of several
 * processes, each counts for itself.
 */
export function rateLimit({ most, now, clientOf }: RateLimit): MiddlewareHandler {
  const counts = new Map<string, number>()
  let ends = 0
  return async (c, next) => {
    const at = now()
    if (at >= ends) {
      counts.clear()
      ends = at + minute
    }
    const client = clientOf(c)
    const count = (counts.get(client) ?? 0) + 1
    counts.set(client, count)
    if (count > most)
      return c.json({ code: 'request/too-many' }, 429, {
        'retry-after': String(Math.ceil((ends - at) / 1000)),
      })
    return next()
  }
}
