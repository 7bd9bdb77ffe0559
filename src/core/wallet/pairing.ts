import type { PageTraits } from '../../ports.ts'

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
