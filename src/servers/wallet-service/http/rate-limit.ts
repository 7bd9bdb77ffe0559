export interface RateLimit {
  /** Counts one more of a client. Answers in how many ms it may ask again; 0 where it may now. */
  take(client: string): number
}

export interface RateLimitOptions {
  readonly most: number
  /** In ms. */
  readonly per: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Clients that are counted at a time. Beyond them all that are new count as one. */
const mostClients = 100_000

/**
 * Says what one client asks too often. It counts in memory, so that a flood never reaches the database: of several processes,
 * each counts for itself. A clock that was set back begins a new count, so that nobody waits for longer than `per`.
 */
export function rateLimit({ most, per, now }: RateLimitOptions): RateLimit {
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
      return count > most ? began + per - at : 0
    },
  }
}
