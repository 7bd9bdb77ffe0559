import { pairing } from '../../limits.ts'

/**
 * Returns the expiry of a pairing URI that is created now, as Unix time in ms: after `pairing.lifetime` (S1.9), or earlier if the
 * URI says so.
 */
export function pairingExpiry(uri: string, now: number): number {
  const own = Number(/[?&]expiryTimestamp=(\d{1,12})(&|$)/.exec(uri)?.[1] ?? Infinity) * 1000
  return Math.min(own, now + pairing.lifetime)
}

/**
 * Returns whether a pairing URI counts as expired. The last 10 s before the expiry count as expired, because the visitor couldn't
 * complete the connection in time (S1.5).
 */
export function isPairingExpired(expiresAt: number | undefined, now: number): boolean {
  // An expiry that is later than the longest lifetime of a URI means that the clock was set back. The URI then counts as expired.
  return (
    expiresAt === undefined ||
    !(expiresAt - now > pairing.expiredWithin) ||
    expiresAt - now > pairing.lifetime
  )
}
