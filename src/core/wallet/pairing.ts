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

type BrowserTraits = Pick<PageTraits, 'telegram' | 'safari' | 'appleSafari' | 'ios' | 'mobile'>

/**
 * Where a uri whose view was left is used until it expires: in Safari on any device, on iOS in any browser, inside
 * Telegram. Specification 1, section 4, "Connection status". Facts 3.3 name Safari on iOS only; but an iPad says that it is
 * a Mac, and on a Mac nobody loses by a code that stays good.
 */
export function reusesPairing({ telegram, appleSafari, ios }: BrowserTraits): boolean {
  return telegram || ios || appleSafari
}

/** Where the connect view makes one in advance, so that a link opens inside the tap. Facts 4.2; an iPad counts as iOS. */
export function pairsEarly({ telegram, safari, appleSafari, ios, mobile }: BrowserTraits): boolean {
  return (telegram && (safari || ios)) || (safari && ios) || (appleSafari && mobile)
}
