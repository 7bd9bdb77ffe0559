import type { Context, MiddlewareHandler } from 'hono'

export interface RateLimit {
  /** The maximum number of requests per client and minute. */
  readonly most: number
  /** The current time in ms since the epoch. */
  readonly now: () => number
  /** Returns a text that identifies the client, such as its network. */
  readonly clientOf: (c: Context) => string
  /** How many networks of each size are counted separately. Default: 100,000. */
  readonly size?: number | undefined
}

const minute = 60_000
const usualSize = 100_000
/** The limit of the next wider network is this many times higher, because more clients share that network. */
const growth = 4

/**
 * Limits requests per client. The counters are in the memory of each process, so that no flood reaches the database. If the clock
 * is set back, counting starts again, so that no client waits longer than a minute. If too many networks send requests, new
 * clients are counted together with their wider network. A flood can use up the limit of its wider network. It doesn't block
 * clients that have their own counter, or clients of other wider networks.
 */
export function rateLimit({ most, now, clientOf, size = usualSize }: RateLimit): MiddlewareHandler {
  const tables = new Map<string, Map<string, number>>()
  let ends = 0
  return async (c, next) => {
    const at = now()
    if (at >= ends || at < ends - minute) {
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

  /** Networks of each size have a table of their own. IPv4 and IPv6 use different tables. */
  function tableOf(key: string): Map<string, number> {
    const kind = key.replace(/[^.:]+/g, '')
    const table = tables.get(kind) ?? new Map<string, number>()
    tables.set(kind, table)
    return table
  }
}

/** Returns the next wider network: IPv6 /64, /48, /32; IPv4 /32, /24, /16. Returns the widest network unchanged. */
function widerNetwork(network: string): string {
  return /[.:].*[.:]/.test(network) ? network.replace(/[.:][^.:]*$/, '') : network
}
