import type { Page, PageTraits } from '../../../ports.ts'

/** Matches the user agents of apps whose web views don't open links into other apps. */
const blocking =
  /instagram|\bfb(an|av|_iab)\b|messengerforios|\btwitter\b|tiktok|musical_ly|bytedance|micromessenger|snapchat|linkedinapp|\bline\//i
/** Match the user agents of other web views: on Android they contain `wv`, and on Apple's systems they lack the word "Safari". */
const android = /; wv\)/
const apple = /(iphone|ipad|ipod|macintosh).*applewebkit(?!.*safari)/i

export interface WebView {
  /** Whether links into other apps probably don't work. */
  readonly blocksApps: boolean
}

type Surroundings = { readonly traits: Pick<PageTraits, 'mobile' | 'telegram'> } & Pick<Page, 'global'>

interface Navigator {
  readonly userAgent?: unknown
  /** True for a web app on the home screen of iOS. Such an app has the user agent of a web view. */
  readonly standalone?: unknown
}

/**
 * Returns the web view that shows this page, if another app on a phone opened the page. Returns undefined in a browser, and
 * inside Telegram, for which other rules apply.
 */
export function webViewOf({ traits, global }: Surroundings): WebView | undefined {
  if (!traits.mobile || traits.telegram) return undefined
  const { userAgent = '', standalone } = (global('navigator') ?? {}) as Navigator
  const agent = String(userAgent)
  if (blocking.test(agent)) return { blocksApps: true }
  if (standalone === true || !(android.test(agent) || apple.test(agent))) return undefined
  return { blocksApps: false }
}

/**
 * Returns the link that opens this page in the phone's own browser: an intent on Android, or a link with Safari's own scheme on
 * iOS. On Android, the link leaves out the page's fragment, because a fragment would end the intent.
 */
export function outerBrowserLink({
  traits,
  location,
}: { readonly traits: Pick<PageTraits, 'android'> } & Pick<Page, 'location'>): string | undefined {
  if (!location || !/^https?:/.test(location.href)) return undefined
  if (!traits.android) return `x-safari-${location.href}`
  const [scheme] = location.href.split('://', 1)
  const rest = location.href.slice(`${scheme}://`.length).replace(/#.*/s, '')
  return `intent://${rest}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`
}
