import { isObject } from '../../core/json/check.ts'
import { isSafeLink } from '../../core/wallet/links/deep-links.ts'
import type { WalletLinks } from '../../core/wallet/links/link-schemes.ts'
import type { KeyValueStore, Page } from '../../ports.ts'

/** The storage key of the wallet app to open (S3.4.3). */
const key = 'WALLETCONNECT_DEEPLINK_CHOICE'

/**
 * Removes an unsafe link before the library opens it. The library opens the stored link on every request, no matter who wrote it.
 * Drops links that belong to no wallet, and links that a browser would parse differently than we do.
 */
export function dropUnsafeLink(
  page: Pick<Page, 'global'>,
  storage: KeyValueStore | undefined,
  listed: readonly WalletLinks[] | undefined,
): void {
  // The library reads the browser's own storage, even if the client has another one.
  const area = page.global('localStorage') as Storage | undefined
  const stores = [
    area && { get: () => area.getItem(key), remove: () => area.removeItem(key) },
    storage && { get: () => storage.get(key), remove: () => storage.remove(key) },
  ]
  for (const store of stores) {
    try {
      const text = store?.get()
      if (typeof text === 'string' && !isSafe(text, listed)) store?.remove()
    } catch {
      // A link that can't be read isn't opened either.
    }
  }
}

function isSafe(text: string, listed: readonly WalletLinks[] | undefined): boolean {
  try {
    const choice: unknown = JSON.parse(text)
    return isObject(choice) && isSafeLink(choice.href, listed)
  } catch {
    return false
  }
}
