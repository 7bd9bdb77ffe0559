import type { PageTraits } from '../../../ports.ts'

type BrowserTraits = Pick<PageTraits, 'telegram' | 'safari' | 'appleSafari' | 'ios' | 'mobile' | 'saveData'>

/**
 * Returns whether to reuse an unexpired pairing URI after the visitor left its view (S1.4). True in Safari on any device, in
 * every browser on iOS, and inside Telegram. S3.3.3 names only Safari on iOS. But an iPad reports itself as a Mac, and reusing
 * the URI on a Mac does no harm.
 */
export function reusesPairing({
  telegram,
  appleSafari,
  ios,
}: Pick<BrowserTraits, 'telegram' | 'appleSafari' | 'ios'>): boolean {
  return telegram || ios || appleSafari
}

/**
 * Returns whether the connect view creates a pairing in advance, so that the visitor's tap can open the link at once (S3.4.2).
 * True in every browser on iOS, on an iPad that reports itself as a Mac, and in other apps' web views on phones. Also true inside
 * Telegram if the user agent contains "Safari". Always false with Save-Data, because the view then loads the library later.
 */
export function pairsEarly(
  { telegram, safari, appleSafari, ios, mobile, saveData }: BrowserTraits,
  { webView = false, mac = false }: { readonly webView?: boolean; readonly mac?: boolean } = {},
): boolean {
  if (saveData) return false
  return (telegram && (safari || ios)) || ios || (mobile && (appleSafari || mac || webView))
}
