import { widerNetwork } from './network-of.ts'

export interface RateLimit {
  /**
   * Counts a request. Returns in how many ms the client may try again; 0 if the request is allowed.
   * @param client The client's network, or another key.
   * @param cost How many requests this request counts as. Default: 1.
   */
  take(client: string, cost?: number): number
}

export interface RateLimitOptions {
  readonly max: number
  /** In ms. */
  readonly per: number
  /** The current time, in ms since the epoch. */
  readonly now: () => number
  /** Maximum number of networks of each size that are counted separately. Default: 100,000. */
  readonly size?: number | undefined
}

const usualSize = 100_000
/** There are at most 65,536 of these networks, so all of them are counted. */
const widest = '/16'
/** The factor by which a wider network may send more, since more clients share it. */
const growth = 4

/**
 * Limits requests per client. Counts in memory, so that a flood never reaches the database; each process counts for itself. When the clock is set
 * back, counting starts over, so that no client waits longer than `per`.
 *
 * Clients that are already counted keep their own count during a flood from many networks. If the table is full, a new client is counted together
 * with its wider network, then with the next wider network, but never with all clients. IPv4 and IPv6 have separate tables. If the table is full, a
 * key that isn't a network isn't counted. So if you count by such keys, limit the client's network too.
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
