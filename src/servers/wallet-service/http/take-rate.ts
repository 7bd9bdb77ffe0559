import { Refused } from '../refused.ts'
import type { RateLimit } from './rate-limit.ts'

/** @throws `request/too-many` for a client that asks too often. */
export function takeRate(limit: RateLimit, client: string): void {
  const wait = limit.take(client)
  if (wait > 0) throw new Refused('request/too-many', { retryAfter: Math.ceil(wait / 1000) })
}
