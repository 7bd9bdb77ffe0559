import type { Page, PageTraits } from '../../../ports.ts'

/** Apps whose web views open no links into other apps. */
const blocking =
  /instagram|\bfb(an|av|_iab)\b|messengerforios|\btwitter\b|tiktok|musical_ly|bytedance|micromessenger|snapchat|linkedinapp|\bline\//i
/** Other web views: Android's name themselves, and iOS's lack the word "Safari". */
const android = /; wv\)/
const apple = /(iphone|ipad|ipod|macintosh).*applewebkit(?!.*safari)/i

export interface WebView {
  /** Whether links into other apps probably do nothing. */
  readonly blocksApps: boolean
}

type Surroundings = { readonly traits: Pick<PageTraits, 'mobile' | 'telegram'> } & Pick<Page, 'global'>

interface Navigator {
  readonly userAgent?: unknown
  /** True for a web app on the home screen of iOS, which has the user agent of a web view. */
  readonly standalone?: unknown
}

/** The web view of another app that shows this page on a phone. Undefined in a browser, and inside Telegram, which has its own rules. */
export function webViewOf({ traits, global }: Surroundings): WebView | undefined {
  if (!traits.mobile || traits.telegram) return undefined
  const { userAgent = '', standalone } = (global('navigator') ?? {}) as Navigator
  const agent = String(userAgent)
  if (blocking.test(agent)) return { blocksApps: true }
  if (standalone === true || !(android.test(agent) || apple.test(agent))) return undefined
  return { blocksApps: false }
}

/**
 * The link that opens this page in the phone's own browser: an intent on Android, Safari's own scheme on iOS. On Android, leaves out the
 * page's fragment, because it would end the intent.
 */
export function outerBrowserLink({
  traits,
  location,
}: { readonly traits: Pick<PageTraits, 'android'> } & Pick<Page, 'location'>): string | undefined {
  if (!location || !/^https?:/.test(location.href)) return undefined
  if (!traits.android) return `x-safari-${location.href}`
  const [scheme, rest] = location.href.replace(/#.*/s, '').split('://', 2)
  return `intent://${rest}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`
}
