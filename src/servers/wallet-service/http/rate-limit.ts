import { widerNetwork } from './network-of.ts'

export interface RateLimit {
  /**
   * Counts a request. Returns 0 if the request is allowed, otherwise in how many ms the client can try again.
   * @param client The client's network, or another key.
   * @param cost How many requests the request counts as. Default: 1.
   */
  take(client: string, cost?: number): number
}

export interface RateLimitOptions {
  readonly max: number
  /** The length of the period in which `max` requests are allowed, in ms. */
  readonly per: number
  /** The current time, in ms since the epoch. */
  readonly now: () => number
  /** How many networks of each size are counted separately. Default: 100,000. */
  readonly size?: number | undefined
}

const usualSize = 100_000
/** The size of the widest networks that are counted. There are only 65,536 such networks, so each can be counted. */
const widest = '/16'
/** How many times higher the limit of the next wider network is. More clients share that network. */
const growth = 4

/**
 * Limits requests per client. The counters are in the memory of each process, so that no flood reaches the database. If the clock
 * is set back, counting starts again, so that no client waits longer than `per`. If the table of networks is full, a new client
 * counts together with the wider network around it. IPv4 and IPv6 have separate tables. A key that isn't a network has no wider
 * network, so it isn't counted if the table is full. If you count by such keys, also count by the client's network.
 */
export function rateLimit({ max, per, now, size = usualSize }: RateLimitOptions): RateLimit {
  const tables = new Map<string, Map<string, number>>()
  let began = 0
  return {
    take(client, cost = 1) {
      const at = now()
      if (at >= began + per || at < began) {
        tables.clear()
        began = at
      }
      let most = max
      for (let key: string | undefined = client; key !== undefined; key = widerNetwork(key)) {
        const table = tableOf(key)
        const count = table.get(key)
        if (count !== undefined || table.size < size || key.endsWith(widest)) {
          if ((count ?? 0) + cost > most) return began + per - at
          table.set(key, (count ?? 0) + cost)
          return 0
        }
        most *= growth
      }
      return 0
    },
  }

  function tableOf(key: string): Map<string, number> {
    const kind = `${key.includes(':') ? 'IPv6' : 'IPv4'} ${/\/\d+$/.exec(key)?.[0] ?? ''}`
    const table = tables.get(kind) ?? new Map<string, number>()
    tables.set(kind, table)
    return table
  }
}
