import type { Context, MiddlewareHandler } from 'hono'

export interface RateLimit {
  /** The most requests that a client may send per minute. */
  readonly most: number
  /** The current time in ms since the epoch. */
  readonly now: () => number
  /** A text that identifies the client, such as its network. */
  readonly clientOf: (c: Context) => string
  /** The most networks of each size that are counted separately. Default: 100,000. */
  readonly size?: number | undefined
}

const minute = 60_000
const usualSize = 100_000
/** A wider network may send this many times as many requests, because more clients share the network. */
const growth = 4

/**
 * Limits requests per client. The counts are in memory, so that a flood never reaches the database. Each process counts
 * separately. During a flood from very many networks, new clients are counted by wider networks. So clients that are
 * counted already, and clients from other wider networks, are still served.
 */
export function rateLimit({ most, now, clientOf, size = usualSize }: RateLimit): MiddlewareHandler {
  const tables = new Map<string, Map<string, number>>()
  let ends = 0
  return async (c, next) => {
    const at = now()
    if (at >= ends) {
      tables.clear()
      ends = at + minute
    }
    if (!take(clientOf(c)))
      return c.json({ code: 'request/too-many' }, 429, {
        'retry-after': String(Math.ceil((ends - at) / 1000)),
      })
    return next()
  }

  function take(client: string): boolean {
    let key = client
    for (let limit = most; ; limit *= growth) {
      const table = tableOf(key)
      const count = table.get(key) ?? 0
      const wider = widerNetwork(key)
      if (count > 0 || table.size < size || wider === key) {
        if (count < limit) table.set(key, count + 1)
        return count < limit
      }
      key = wider
    }
  }

  /** Finds the table for the key's network size. IPv4 and IPv6 use different tables. */
  function tableOf(key: string): Map<string, number> {
    const kind = key.replace(/[^.:]+/g, '')
    const table = tables.get(kind) ?? new Map<string, number>()
    tables.set(kind, table)
    return table
  }
}

/** The network without its last part: IPv6 /64, /48, /32; IPv4 /32, /24, /16. Returns the widest network unchanged. */
function widerNetwork(network: string): string {
  return /[.:].*[.:]/.test(network) ? network.replace(/[.:][^.:]*$/, '') : network
}
