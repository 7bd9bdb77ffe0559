import type { Page } from '../../../ports.ts'

const field = 'result_uri'

/**
 * Adds this page to the `state` parameter of the provider's URL, so that the provider returns to this page. Some hosted logins nest
 * the provider's URL in a parameter, which is then changed instead (S3.1.11, "Telegram social").
 */
export function pageWithState(uri: string, page: string): string {
  const url = new URL(uri)
  const inner = url.searchParams.get('provider_authorization_url')
  if (inner !== null) url.searchParams.set('provider_authorization_url', pageWithState(inner, page))
  else url.searchParams.set('state', `${url.searchParams.get('state') ?? ''}--${page}`)
  return url.href
}

/** Reads the login result from the page's URL and removes the result there, so that visitors don't share the result with the URL. */
export function takeResult({ location, global }: Pick<Page, 'location' | 'global'>): string | undefined {
  const url = location && new URL(location.href)
  const result = url?.searchParams.get(field)
  if (!url || !result) return undefined
  url.searchParams.delete(field)
  ;(global('history') as History | undefined)?.replaceState(null, '', url)
  return result
}
