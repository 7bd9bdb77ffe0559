import type { PageTraits } from '../../../ports.ts'

type BrowserTraits = Pick<PageTraits, 'telegram' | 'safari' | 'appleSafari' | 'ios' | 'mobile' | 'saveData'>

/**
 * Whether to reuse an unexpired pairing URI after its view was left: in Safari on any device, on iOS in any browser, and inside
 * Telegram (S1.4). S3.3.3 names only Safari on iOS, but an iPad reports itself as a Mac, and reusing the URI on a Mac is
 * harmless.
 */
export function reusesPairing({
  telegram,
  appleSafari,
  ios,
}: Pick<BrowserTraits, 'telegram' | 'appleSafari' | 'ios'>): boolean {
  return telegram || ios || appleSafari
}

/**
 * Whether the connect view creates a pairing in advance, so that the link opens within the tap (S3.4.2): in every browser on iOS,
 * on an iPad that reports itself as a Mac, and in other apps' web views. Not with Save-Data, which delays loading the library.
 */
export function pairsEarly(
  { telegram, safari, appleSafari, ios, mobile, saveData }: BrowserTraits,
  { webView = false, mac = false }: { readonly webView?: boolean; readonly mac?: boolean } = {},
): boolean {
  if (saveData) return false
  return (telegram && (safari || ios)) || ios || (mobile && (appleSafari || mac || webView))
}
