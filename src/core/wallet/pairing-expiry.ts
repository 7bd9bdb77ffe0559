import { pairing } from '../limits.ts'

/** Until when a uri that is made now may be used: as long as ours live, and no longer than it says itself. Specification 1, section 9. */
export function pairingExpiry(uri: string, now: number): number {
  const own = Number(/[?&]expiryTimestamp=(\d{1,12})(&|$)/.exec(uri)?.[1] ?? Infinity) * 1000
  return Math.min(own, now + pairing.lifetime)
}

/** A uri in its last 10 s counts as expired: a visitor would not get through with it. Specification 1, section 5. */
export function isPairingExpired(expiresAt: number | undefined, now: number): boolean {
  // A clock that was set back makes an expiry that lies too far ahead.
  return (
    expiresAt === undefined ||
    !(expiresAt - now > pairing.expiredWithin) ||
    expiresAt - now > pairing.lifetime
  )
}
