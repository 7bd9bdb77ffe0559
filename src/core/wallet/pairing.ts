import type { PageTraits } from '../../ports.ts'
import { pairing } from '../limits.ts'

/** Until when a uri that is made now may be used. Specification 1, section 9. */
export function pairingExpiry(now: number): number {
  return now + pairing.lifetime
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

/**
 * Where a uri is made before the visitor asks for one, so that a link opens inside the tap, and is used until it expires:
 * Telegram, and Safari on iOS. Specification 1, section 3, "Connection status"; facts 3.3.
 */
export function reusesPairing({
  telegram,
  safari,
  ios,
}: Pick<PageTraits, 'telegram' | 'safari' | 'ios'>): boolean {
  return telegram || (safari && ios)
}

/** Where the connect view makes one in advance. Facts 4.2. */
export function pairsEarly({
  telegram,
  safari,
  ios,
}: Pick<PageTraits, 'telegram' | 'safari' | 'ios'>): boolean {
  return (telegram && (safari || ios)) || (safari && ios)
}
