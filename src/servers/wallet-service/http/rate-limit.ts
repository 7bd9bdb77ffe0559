export interface RateLimit {
  /** Counts a request. Returns in how many ms the client may try again; 0 if the request is allowed. */
  take(client: string): number
}

export interface RateLimitOptions {
  readonly max: number
  /** In ms. */
  readonly per: number
  /** The current time, in ms since the epoch. */
  readonly now: () => number
}

/** Maximum number of clients counted separately. New clients beyond it share one count. */
const mostClients = 100_000

/**
 * Limits requests per client. Counts in memory, so that a flood never reaches the database; each process counts for
 * itself. When the clock is set back, counting starts over, so that no client waits longer than `per`.
 */
export function rateLimit({ max, per, now }: RateLimitOptions): RateLimit {
  const counts = new Map<string, number>()
  let began = 0
  return {
    take(client) {
      const at = now()
      if (at >= began + per || at < began) {
        counts.clear()
        began = at
      }
      const counted = counts.has(client) || counts.size < mostClients ? client : ''
      const count = (counts.get(counted) ?? 0) + 1
      counts.set(counted, count)
      return count > max ? began + per - at : 0
    },
  }
}
