import type { Context, MiddlewareHandler } from 'hono'

export interface RateLimit {
  /** The most requests per client and minute. */
  readonly most: number
  /** The current time in ms since the epoch. */
  readonly now: () => number
  readonly clientOf: (c: Context) => string
}

const minute = 60_000

/**
 * Limits requests per client. Counts in memory, so that a flood never reaches the database; several processes count
 * separately.
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
