import type { Latchkey } from '../client/create-latchkey.ts'
import { formatSnapshot, snapshotCookie } from '../core/wallet/account-snapshot.ts'
import type { Unsubscribe } from '../ports.ts'

/** Thirty days, in seconds. */
const lifetime = 30 * 24 * 60 * 60

/** Keeps the active account in a cookie. With the cookie, the server can render the account at the next visit. */
export function keepSnapshotCookie(latchkey: Latchkey): Unsubscribe {
  let written: string | undefined
  const write = () => {
    const { status, address } = latchkey.account.active
    if (status === 'restoring' || status === 'connecting') return
    const { activeNamespace: namespace } = latchkey.network.state
    const value = address === undefined ? '' : formatSnapshot({ namespace, address })
    if (value === written) return
    written = value
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    const age = value === '' ? 0 : lifetime
    // biome-ignore lint/suspicious/noDocumentCookie: `cookieStore` exists only in secure contexts.
    document.cookie = `${snapshotCookie(latchkey.name)}=${value}; Path=/; SameSite=Lax; Max-Age=${age}${secure}`
  }
  write()
  const stops = [latchkey.account.subscribe(write), latchkey.network.subscribe(write)]
  return () => {
    for (const stop of stops) stop()
  }
}
