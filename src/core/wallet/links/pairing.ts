import type { PageTraits } from '../../../ports.ts'

type BrowserTraits = Pick<PageTraits, 'telegram' | 'safari' | 'appleSafari' | 'ios' | 'mobile'>

/**
 * Whether to reuse an unexpired pairing URI after its view was left: in Safari on any device, on iOS in any browser, and inside
 * Telegram (S1.4). S3.3.3 names only Safari on iOS, but an iPad reports itself as a Mac, and reusing the URI on a Mac is
 * harmless.
 */
export function reusesPairing({ telegram, appleSafari, ios }: BrowserTraits): boolean {
  return telegram || ios || appleSafari
}

/** Whether the connect view creates a pairing in advance, so that the link opens within the tap (S3.4.2). An iPad counts as iOS. */
export function pairsEarly({ telegram, safari, appleSafari, ios, mobile }: BrowserTraits): boolean {
  return (telegram && (safari || ios)) || (safari && ios) || (appleSafari && mobile)
}
