import { isObject } from '../../core/json/is-object.ts'
import { isSafeLink } from '../../core/wallet/links/deep-links.ts'
import type { WalletLinks } from '../../core/wallet/links/link-schemes.ts'
import type { KeyValueStore, Page } from '../../ports.ts'

/** The storage key of the link to the chosen wallet's app (S3.4.3). */
const key = 'WALLETCONNECT_DEEPLINK_CHOICE'

/**
 * Removes an unsafe link before a library opens it. A WalletConnect library in the page opens the stored link at every request,
 * and any script can write this link. Removes links that belong to no wallet, and links that a browser could read differently
 * than we do.
 */
export function dropUnsafeLink(
  page: Pick<Page, 'global'>,
  storage: KeyValueStore | undefined,
  listed: readonly WalletLinks[] | undefined,
): void {
  // The library reads the browser's own storage, even if the client uses another storage.
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
      // If we can't read the link, the library can't open it either.
    }
  }
}

interface SessionWithLinks {
  readonly topic: string
  readonly sessionConfig?: {
    readonly disableDeepLink?: boolean
    /** Our addition: true if this page, not the wallet, set `disableDeepLink`. */
    readonly pageOpens?: boolean
  }
}

/** Returns whether the wallet asks pages not to open its app. */
export function staysClosed(session: object): boolean {
  const { disableDeepLink, pageOpens } = (session as SessionWithLinks).sessionConfig ?? {}
  return disableDeepLink === true && !pageOpens
}

/**
 * Stops the library from opening links for a session. The library would open a link without a tap, before the relay has the
 * request. The page opens the links instead (see `PairingState.requestLink`). Changes only this side's copy of the session.
 */
export function openNothing({ session: store }: { readonly session: object }, session: object): void {
  const { topic, sessionConfig } = session as SessionWithLinks
  if (sessionConfig?.disableDeepLink) return
  const { update } = store as { update?(topic: string, change: object): Promise<void> }
  const change = { sessionConfig: { ...sessionConfig, disableDeepLink: true, pageOpens: true } }
  update?.call(store, topic, change)?.catch(() => {})
}

function isSafe(text: string, listed: readonly WalletLinks[] | undefined): boolean {
  try {
    const choice: unknown = JSON.parse(text)
    return isObject(choice) && isSafeLink(choice.href, listed)
  } catch {
    return false
  }
}
