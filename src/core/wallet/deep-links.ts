import type { LinkTarget, Page, PageTraits } from '../../ports.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import { isWalletScheme, type WalletLinks } from './link-schemes.ts'

/** Where a tap leads. `href` alone brings the wallet to the front; it is what is remembered for later requests. */
export interface DeepLink {
  readonly redirect: string
  readonly href: string
  /** The same pairing by a link that only the wallet's own app can claim. */
  readonly redirectUniversalLink?: string | undefined
}

export interface LinkSurroundings {
  readonly traits: Pick<PageTraits, 'telegram' | 'android'> & Partial<Pick<PageTraits, 'framed'>>
  /** The page is shown in a frame. Default: what its traits say. */
  readonly framed?: boolean | undefined
  /** `experimental_preferUniversalLinks` */
  readonly preferUniversal?: boolean | undefined
  /** The wallets that the host itself lists: the schemes of their apps are taken on its word. */
  readonly listed?: readonly WalletLinks[] | undefined
  /** The visitor signed in through Telegram: then links open in its own window. */
  readonly telegramSocial?: boolean | undefined
}

const app = /^[a-z][a-z0-9+.-]{1,31}:$/
/** They run code, read files, or hand a link on to somebody whom it names. */
const denied =
  /^(javascript|data|vbscript|file|filesystem|intent|blob|about|content|jar|view-source|android-app|chrome|resource|ws|wss|ftp|mailto|tel|sms|ms-.*|search-ms|shell):$/
/** Spaces, control characters and backslashes: browsers drop or turn them where we would not. */
const unprintable = /[\s\p{Cc}\p{Cf}\\]/u
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether a link from the catalogue, from storage or from a host's wallet may be opened: https, or the scheme of the app of a
 * known wallet, or of one that the host lists. Plain http only to this machine. Links that a browser would read otherwise
 * than we do are refused.
 */
export function isSafeLink(link: unknown, listed?: readonly WalletLinks[]): link is string {
  if (typeof link !== 'string' || link.length > 4096 || unprintable.test(link)) return false
  if (/%(0[0-9a-f]|1[0-9a-f]|7f)/i.test(link.split(/[?#]/, 1)[0] ?? '')) return false
  // As it stands, too: `vbscript:x` is not made harmless by being read as the scheme of an app.
  if (denied.test(/^[a-z][a-z0-9+.-]*:/i.exec(link)?.[0].toLowerCase() ?? '')) return false
  let url: URL
  try {
    url = new URL(withScheme(link))
  } catch {
    return false
  }
  if (url.protocol === 'http:') return loopback.test(url.hostname)
  if (url.protocol === 'https:') return url.hostname !== '' && url.username === '' && url.password === ''
  return app.test(url.protocol) && !denied.test(url.protocol) && isWalletScheme(url.protocol, listed)
}

/** A link into an app by its own scheme: `rainbow:`, `bnc://app.binance.com/cedefi/`. An https link is a universal one. Facts 4.3. */
export function nativeLink(
  appUrl: string,
  uri: string,
  { telegram, android }: Pick<PageTraits, 'telegram' | 'android'>,
  universalLink?: string | null,
): DeepLink {
  if (isHttp(appUrl)) return universalLinkTo(appUrl, uri)
  const href = closed(withScheme(appUrl))
  // Telegram on Android decodes it once on the way.
  const text = encodeURIComponent(telegram && android ? encodeURIComponent(uri) : uri)
  return {
    redirect: `${href}wc?uri=${text}`,
    href,
    redirectUniversalLink: universalLink ? `${closed(universalLink)}wc?uri=${text}` : undefined,
  }
}

/** A link that a web site answers, or the app that has claimed it. Facts 4.3. */
export function universalLinkTo(appUrl: string, uri: string): DeepLink {
  if (!isHttp(appUrl)) return nativeLink(appUrl, uri, { telegram: false, android: false })
  const href = closed(appUrl)
  return { redirect: `${href}wc?uri=${encodeURIComponent(uri)}`, href }
}

/** How a wallet is reached from one of its platforms; undefined where it has no link, or none that is safe. Facts 4.3. */
export function linkTo(
  wallet: WalletLinks,
  platform: 'mobile' | 'desktop' | 'web',
  uri: string,
  { traits, framed = traits.framed, preferUniversal, telegramSocial, listed }: LinkSurroundings,
): (DeepLink & { readonly open: string; readonly target: LinkTarget }) | undefined {
  const { mobile_link, desktop_link, webapp_link, link_mode } = wallet
  const from = { mobile: mobile_link, desktop: desktop_link, web: webapp_link }[platform]
  if (!from || !isSafeLink(from, listed)) return undefined
  const universal =
    platform === 'mobile' && link_mode && isSafeLink(link_mode, listed) ? link_mode : undefined
  const link = platform === 'web' ? universalLinkTo(from, uri) : nativeLink(from, uri, traits, universal)
  const inPlace = framed ? '_top' : '_self'
  const target = platform === 'mobile' ? inPlace : '_blank'
  return {
    ...link,
    open: (preferUniversal && link.redirectUniversalLink) || link.redirect,
    target: linkTargetIn(traits, target, telegramSocial),
  }
}

/**
 * In which window a link opens: the one that was meant, but inside Telegram always another one, or the whole of Telegram's
 * where the visitor signed in through it. Facts 4.3, "Open target mapping".
 */
export function linkTargetIn(
  { telegram }: Pick<PageTraits, 'telegram'>,
  meant: LinkTarget,
  telegramSocial = false,
): LinkTarget {
  if (!telegram) return meant
  return telegramSocial ? '_top' : '_blank'
}

/** The wallets whose own browser has to open the page, by catalogue id. Facts 4.1, 4.3. */
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

/** Whether a phone has a way to the wallet: its app by a link that may be opened, or this page in its own browser. Facts 2.3. */
export function opensOnPhone(
  { id, mobile_link }: { readonly id: string; readonly mobile_link?: string | null | undefined },
  namespace: ChainNamespace | undefined,
  listed?: readonly WalletLinks[],
): boolean {
  const own = inAppBrowsers.find((one) => one.id === id)
  return Boolean(isSafeLink(mobile_link, listed) || (own && (!own.namespace || own.namespace === namespace)))
}

/**
 * Where the page goes when such a wallet is chosen and is not on it: into the wallet's own browser. Undefined for all
 * other wallets. It is so on any platform. Facts 4.3.
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
