import type { Page } from '../../../ports.ts'

const field = 'result_uri'

/**
 * Adds this page's URL to the `state` parameter of the provider's URL, so that the provider returns to this page. If the
 * provider's URL is nested in a parameter of another URL, changes the nested URL (S3.1.11, "Telegram social").
 */
export function pageWithState(uri: string, page: string): string {
  const url = new URL(uri)
  const inner = url.searchParams.get('provider_authorization_url')
  if (inner !== null) url.searchParams.set('provider_authorization_url', pageWithState(inner, page))
  else url.searchParams.set('state', `${url.searchParams.get('state') ?? ''}--${page}`)
  return url.href
}

/** Returns the login result in the page's URL. Removes the result from the URL, so that the visitor doesn't share it. */
export function takeResult({ location, global }: Pick<Page, 'location' | 'global'>): string | undefined {
  const url = location && new URL(location.href)
  const result = url?.searchParams.get(field)
  if (!url || !result) return undefined
  url.searchParams.delete(field)
  ;(global('history') as History | undefined)?.replaceState(null, '', url)
  return result
}
