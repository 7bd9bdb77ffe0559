import type { CatalogueWallet } from '../list/catalogue-wallet.ts'
import { hasNoUserInfo } from './deep-links.ts'

/** A link to install a wallet. `where` is the store or the website. */
export interface Download {
  readonly where: 'extension' | 'ios' | 'android' | 'website'
  readonly url: string
}

/** Returns the wallet's download links (S3.9.3). Leaves out links without `https:`, because catalogue entries are untrusted. */
export function downloadsOf(
  wallet: Pick<CatalogueWallet, 'chrome_store' | 'app_store' | 'play_store' | 'homepage'>,
): readonly Download[] {
  const places = [
    ['extension', wallet.chrome_store],
    ['ios', wallet.app_store],
    ['android', wallet.play_store],
    ['website', wallet.homepage],
  ] as const
  return places.flatMap(([where, url]) => (url && isWebPage(url) ? [{ where, url }] : []))
}

function isWebPage(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' && hasNoUserInfo(url)
}
