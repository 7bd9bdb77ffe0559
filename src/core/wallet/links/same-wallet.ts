import type { Connector } from '../connector.ts'
import type { WalletLinks } from './link-schemes.ts'

/** The connected wallet's description of itself. */
export type ConnectedWallet = NonNullable<Connector['wallet']>

/** Matches hosts and schemes that several wallets use. */
const shared = /^(wc:|t\.me|telegram\.me|tg:)$/

/**
 * Returns whether the connected wallet is the wallet that the visitor chose. Both must have a link with the same scheme or host,
 * or the same name, apart from case and spaces. The data of both wallets are untrusted. So use the result only to choose the app
 * that opens when the visitor taps a link.
 */
export function isSameWallet(
  chosen: WalletLinks & { readonly name?: string | undefined },
  connected: ConnectedWallet,
): boolean {
  const { mobile_link, desktop_link, webapp_link, link_mode } = chosen
  const own = new Set([mobile_link, desktop_link, webapp_link, link_mode].map(originOf))
  const { native, universal } = connected.redirect ?? {}
  const claimed = [native, universal].map(originOf)
  if (claimed.some((one) => one !== undefined && own.has(one))) return true
  return chosen.name !== undefined && folded(chosen.name) === folded(connected.name)
}

/**
 * Returns the scheme of an app's link, such as `rainbow:`, or the host of a web link. Returns undefined for links that several
 * wallets use.
 */
function originOf(link: string | null | undefined): string | undefined {
  const text = link?.trim().toLowerCase() ?? ''
  const web = /^https?:\/\/([^/?#]+)/.exec(text)?.[1]
  const origin = web ?? /^([a-z][a-z0-9+.-]*):/.exec(`${text}:`)?.[0]
  return origin === undefined || shared.test(origin) ? undefined : origin
}

function folded(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
