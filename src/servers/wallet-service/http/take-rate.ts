import { Refused } from '../refused.ts'
import type { RateLimit } from './rate-limit.ts'

/** Counts a request. @throws `request/too-many` when the client exceeds the limit. */
export function takeRate(limit: RateLimit, client: string, cost = 1): void {
  const wait = limit.take(client, cost)
  if (wait > 0) throw new Refused('request/too-many', { retryAfter: Math.ceil(wait / 1000) })
}
