import type { LinkTarget, Page, PageTraits } from '../../../ports.ts'
import type { ChainNamespace } from '../../chain/namespace.ts'
import { isWalletScheme, type WalletLinks } from './link-schemes.ts'

/**
 * A link into a wallet. `redirect` contains the pairing URI. `href` is the link without the pairing: it opens the wallet's app,
 * and is stored for later requests.
 */
export interface DeepLink {
  readonly redirect: string
  readonly href: string
  /** The universal link for the same pairing. Only the wallet's own app can claim such a link. */
  readonly redirectUniversalLink?: string | undefined
}

export interface LinkSurroundings {
  readonly traits: Pick<PageTraits, 'telegram' | 'android'> & Partial<Pick<PageTraits, 'framed'>>
  /** Whether the page is in a frame. Default: from `traits`. */
  readonly framed?: boolean | undefined
  /** The option `experimental_preferUniversalLinks`. */
  readonly preferUniversal?: boolean | undefined
  /** Whether to use the universal link first. Set in a web view that blocks links with an app's own scheme. */
  readonly universalFirst?: boolean | undefined
  /** The wallets of the option `customWallets`. Latchkey trusts the schemes of their links. */
  readonly listed?: readonly WalletLinks[] | undefined
  /** Whether the visitor logged in with Telegram. Links then open in Telegram's own window. */
  readonly telegramSocial?: boolean | undefined
}

const app = /^[a-z][a-z0-9+.-]{1,31}:$/
/**
 * Unsafe schemes. They run code, read files, change settings, install apps, make calls, open a well-known app, or pass the link
 * on to another app.
 */
const denied =
  /^(javascript|data|vbscript|file|filesystem|intent|blob|about|content|jar|view-source|android-app|chrome|resource|ws|wss|ftp|mailto|tel|sms|ms-.*|search-ms|shell|ssh|telnet|vnc|smb|callto|facetime.*|itms.*|market|shortcuts|workflow|prefs|app-settings|app-prefs|x-.*|vscode.*|steam|slack|zoommtg|zoomus|msteams|skype|webcals?|geo|googlechrome.*|firefox.*):$/
/** Matches whitespace, control characters and backslashes. Browsers drop or rewrite them while parsing. */
const unprintable = /[\s\p{Cc}\p{Cf}\\]/u
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Returns whether a link from the catalogue, the storage or the host's wallets is safe to open. Links are safe if they have
 * `https:`, or the app scheme of a known wallet or of a wallet that the host lists. An `http:` link is safe only if it leads to
 * this machine. Links that a browser could parse differently, and web links with a user name, aren't safe.
 */
export function isSafeLink(link: unknown, listed?: readonly WalletLinks[]): link is string {
  if (typeof link !== 'string' || link.length > 4096 || unprintable.test(link)) return false
  if (/%(0[0-9a-f]|1[0-9a-f]|7f)/i.test(link.split(/[?#]/, 1)[0] ?? '')) return false
  // Checks the text before parsing, because `withScheme` would turn `vbscript:x` into an app scheme.
  if (denied.test(/^[a-z][a-z0-9+.-]*:/i.exec(link)?.[0].toLowerCase() ?? '')) return false
  let url: URL
  try {
    url = new URL(withScheme(link))
  } catch {
    return false
  }
  if (url.protocol === 'http:') return loopback.test(url.hostname) && hasNoUserInfo(url)
  if (url.protocol === 'https:') return hasNoUserInfo(url)
  return app.test(url.protocol) && !denied.test(url.protocol) && isWalletScheme(url.protocol, listed)
}

/** Returns whether a URL has neither a user name nor a password. These parts can make the host look like another host. */
export function hasNoUserInfo({ username, password }: URL): boolean {
  return username === '' && password === ''
}

/**
 * Builds a link from an app's own scheme, such as `rainbow:` or `bnc://app.binance.com/cedefi/`. For an http(s) URL, builds a
 * universal link (S3.4.3).
 */
export function nativeLink(
  appUrl: string,
  uri: string,
  { telegram, android }: Pick<PageTraits, 'telegram' | 'android'>,
  universalLink?: string | null,
): DeepLink {
  if (isHttp(appUrl)) return universalLinkTo(appUrl, uri)
  const href = closed(withScheme(appUrl))
  // Encodes twice, because Telegram on Android decodes a link once.
  const text = encodeURIComponent(telegram && android ? encodeURIComponent(uri) : uri)
  return {
    redirect: `${href}wc?uri=${text}`,
    href,
    redirectUniversalLink: universalLink ? `${closed(universalLink)}wc?uri=${text}` : undefined,
  }
}

/**
 * Builds a universal link. The link opens the app that claimed the domain. If no app claimed the domain, the link opens the
 * website (S3.4.3). From an app's own scheme, builds a link with this scheme.
 */
export function universalLinkTo(appUrl: string, uri: string): DeepLink {
  if (!isHttp(appUrl)) return nativeLink(appUrl, uri, { telegram: false, android: false })
  const href = closed(appUrl)
  return { redirect: `${href}wc?uri=${encodeURIComponent(uri)}`, href }
}

/**
 * Returns the link to a wallet on one of its platforms. Returns undefined if there is no link, or if the link is unsafe (S3.4.3).
 */
export function linkTo(
  wallet: WalletLinks,
  platform: 'mobile' | 'desktop' | 'web',
  uri: string,
  {
    traits,
    framed = traits.framed,
    preferUniversal,
    universalFirst,
    telegramSocial,
    listed,
  }: LinkSurroundings,
): (DeepLink & { readonly open: string; readonly target: LinkTarget }) | undefined {
  const { mobile_link, desktop_link, webapp_link, link_mode } = wallet
  // Trusts the scheme of the chosen wallet too, because the visitor sees an unknown scheme before choosing the wallet.
  const trusted = [...(listed ?? []), wallet]
  const from = { mobile: mobile_link, desktop: desktop_link, web: webapp_link }[platform]
  if (!from || !isSafeLink(from, trusted)) return undefined
  const universal =
    platform === 'mobile' && link_mode && isSafeLink(link_mode, trusted) ? link_mode : undefined
  const link = platform === 'web' ? universalLinkTo(from, uri) : nativeLink(from, uri, traits, universal)
  // Telegram on Android doesn't open links into apps. So prefer the universal link there.
  const first = preferUniversal || universalFirst || (traits.telegram && traits.android)
  const open = (first && link.redirectUniversalLink) || link.redirect
  const surroundings = { ...traits, framed }
  const target = linkTarget(open, surroundings, telegramSocial)
  // Outside Telegram, links to desktop programs and web apps open in a new window (S3.4.3).
  return { ...link, open, target: platform === 'mobile' || traits.telegram ? target : '_blank' }
}

/**
 * Returns the window for a link (S3.4.3). A web link opens in a new window, because it would replace the page if the wallet's app
 * isn't installed. An app's link never replaces the page, so it opens in the page's window, or in the top window if the page is
 * in a frame. Inside Telegram, every link opens in a new window, or in the top window if the visitor logged in with Telegram.
 */
export function linkTarget(
  open: string,
  { telegram, framed }: LinkSurroundings['traits'],
  telegramSocial = false,
): LinkTarget {
  if (telegram) return telegramSocial ? '_top' : '_blank'
  if (isHttp(open)) return '_blank'
  return framed ? '_top' : '_self'
}

/**
 * Returns the link that opens a wallet's app for a request. Wallets read the request and the session from the parameters of the
 * link.
 *
 * @param href The link to the app, with or without a slash at its end.
 */
export function requestLinkTo(
  href: string,
  request?: { readonly id: number; readonly topic: string } | undefined,
): string {
  if (!request) return href
  const params = `requestId=${request.id}&sessionTopic=${request.topic}`
  // A wallet inside Telegram gets one parameter (https://core.telegram.org/api/links#direct-mini-app-links).
  if (/^https:\/\/t\.me\//i.test(href)) {
    const separator = href.includes('?') ? '&' : '?'
    return `${href.replace(/\/$/, '')}${separator}startapp=${btoa(params).replaceAll('=', '')}`
  }
  return `${closed(href)}wc?${params}`
}

/** The wallets that can open the page in their own browser, by catalogue id (S3.4.1, S3.4.3). */
const inAppBrowsers: readonly {
  readonly id: string
  readonly global: string
  readonly namespace?: ChainNamespace
  readonly link: (href: string, origin: string) => string
}[] = [
  {
    id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
    global: 'phantom',
    link: (href, origin) => `https://phantom.app/ul/browse/${href}?ref=${origin}`,
  },
  {
    id: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
    global: 'solflare',
    link: (href) => `https://solflare.com/ul/v1/browse/${href}?ref=${href}`,
  },
  {
    id: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
    global: 'coinbaseSolana',
    namespace: 'solana',
    link: (href) => `https://go.cb-w.com/dapp?cb_url=${href}`,
  },
]

/**
 * Returns the scheme of a link, such as `lantern:`, if the scheme is unknown. Returns undefined for web links, and for the
 * schemes of known wallets and of wallets that the host lists.
 */
export function unknownScheme(link: string, listed?: readonly WalletLinks[]): string | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(withScheme(link))?.[0].toLowerCase()
  return !scheme || /^https?:$/.test(scheme) || isWalletScheme(scheme, listed) ? undefined : scheme
}

/** Returns whether a phone can open the wallet: with a safe link to its app, or in the wallet's own browser (S3.2.3). */
export function opensOnPhone(
  { id, mobile_link }: { readonly id: string; readonly mobile_link?: string | null | undefined },
  namespace: ChainNamespace | undefined,
): boolean {
  const own = inAppBrowsers.find((one) => one.id === id)
  return Boolean(
    isSafeLink(mobile_link, [{ mobile_link }]) || (own && (!own.namespace || own.namespace === namespace)),
  )
}

/**
 * Returns the link that opens this page in the wallet's own browser. Returns undefined if the wallet has no such link for the
 * family, or if the page already has the wallet's global object, as in the wallet's own browser. The link is the same on all
 * platforms (S3.4.3).
 */
export function inAppBrowserLink(
  walletId: string,
  namespace: ChainNamespace | undefined,
  { location, global }: Pick<Page, 'location' | 'global'>,
): string | undefined {
  const wallet = inAppBrowsers.find(({ id }) => id === walletId)
  if (!wallet || !location || global(wallet.global)) return undefined
  if (wallet.namespace && wallet.namespace !== namespace) return undefined
  return wallet.link(encodeURIComponent(location.href), encodeURIComponent(location.origin))
}

function isHttp(url: string): boolean {
  return /^https?:\/\//i.test(url)
}

function withScheme(url: string): string {
  return url.includes('://') ? url : `${url.replace(/[/:]/g, '')}://`
}

function closed(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}
