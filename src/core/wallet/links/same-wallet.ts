import type { Connector } from '../connector.ts'
import type { WalletLinks } from './link-schemes.ts'

/** A connected wallet, as it describes itself. */
export type ConnectedWallet = NonNullable<Connector['wallet']>

/** Hosts and schemes that several wallets use. */
const shared = /^(wc:|t\.me|telegram\.me|tg:)$/

/**
 * Whether the connected wallet is the one that the visitor chose: they share the scheme or the host of a link, or have exactly
 * the same name. Both sides are untrusted: the answer decides only which app the visitor's own taps open.
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

/** `rainbow:` for an app's link, and the host for a web link. Undefined for links that several wallets use. */
function originOf(link: string | null | undefined): string | undefined {
  const text = link?.trim().toLowerCase() ?? ''
  const web = /^https?:\/\/([^/?#]+)/.exec(text)?.[1]
  const origin = web ?? /^([a-z][a-z0-9+.-]*):/.exec(`${text}:`)?.[0]
  return origin === undefined || shared.test(origin) ? undefined : origin
}

function folded(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
