import { isObject } from '../../core/check.ts'
import { isSafeLink } from '../../core/wallet/deep-links.ts'
import type { WalletLinks } from '../../core/wallet/link-schemes.ts'
import type { KeyValueStore, Page } from '../../ports.ts'

/** Under which the library looks for the app that the visitor was sent to. Facts 4.3. */
const key = 'WALLETCONNECT_DEEPLINK_CHOICE'

/**
 * The library opens the link that stands there at each request, whoever wrote it. One that is no wallet's, or that a browser
 * would read otherwise than we do, goes before that.
 */
export function dropUnsafeLink(
  page: Pick<Page, 'global'>,
  storage: KeyValueStore | undefined,
  listed: readonly WalletLinks[] | undefined,
): void {
  // The library reads the browser's own storage, whatever the client was given.
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
      // What cannot be read is not opened either.
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
