import { Refused } from '../refused.ts'

/** Limits how many slow requests of a client run at the same time. */
export interface ConcurrencyLimit {
  /** @throws `request/too-many` when too many requests of the client are running. */
  during<T>(client: string, run: () => Promise<T>): Promise<T>
}

/** How long a refused client should wait before it tries again, in seconds. */
const retryAfter = 5

export function concurrencyLimit(max: number): ConcurrencyLimit {
  const counts = new Map<string, number>()
  return {
    async during(client, run) {
      const count = counts.get(client) ?? 0
      if (count >= max) throw new Refused('request/too-many', { retryAfter })
      counts.set(client, count + 1)
      try {
        return await run()
      } finally {
        const left = (counts.get(client) ?? 1) - 1
        if (left > 0) counts.set(client, left)
        else counts.delete(client)
      }
    },
  }
}
