import { pairing } from '../../limits.ts'

/** When a pairing URI created now expires, in ms: after `pairing.lifetime` (S1.9), or earlier if the URI says so. */
export function pairingExpiry(uri: string, now: number): number {
  const own = Number(/[?&]expiryTimestamp=(\d{1,12})(&|$)/.exec(uri)?.[1] ?? Infinity) * 1000
  return Math.min(own, now + pairing.lifetime)
}

/**
 * Whether a pairing URI counts as expired. Its last 10 s count as expired, since a visitor couldn't complete the connection in
 * time (S1.5).
 */
export function isPairingExpired(expiresAt: number | undefined, now: number): boolean {
  // An expiry further ahead than any lifetime means that the clock was set back.
  return (
    expiresAt === undefined ||
    !(expiresAt - now > pairing.expiredWithin) ||
    expiresAt - now > pairing.lifetime
  )
}
