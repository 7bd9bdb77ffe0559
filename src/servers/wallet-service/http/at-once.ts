import { Refused } from '../refused.ts'

/** Bounds how much of what takes long a client has under way at a time. */
export interface AtOnce {
  /** @throws `request/too-many` for a client that has too much under way. */
  during<T>(client: string, run: () => Promise<T>): Promise<T>
}

/** In seconds: when it makes sense to ask again. */
const retryAfter = 5

export function atOnce(most: number): AtOnce {
  const counts = new Map<string, number>()
  return {
    async during(client, run) {
      const count = counts.get(client) ?? 0
      if (count >= most) throw new Refused('request/too-many', { retryAfter })
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
