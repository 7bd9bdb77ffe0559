import type { Page } from '../../../ports.ts'

const field = 'result_uri'

/**
 * The address of a provider, whose state says to which page it leads back. One that has the state inside another address, as
 * some hosted logins do, gets it there. Facts 1.11, "Telegram social".
 */
export function pageWithState(uri: string, page: string): string {
  const url = new URL(uri)
  const inner = url.searchParams.get('provider_authorization_url')
  if (inner !== null) url.searchParams.set('provider_authorization_url', pageWithState(inner, page))
  else url.searchParams.set('state', `${url.searchParams.get('state') ?? ''}--${page}`)
  return url.href
}

/** What the page was sent back with; it is taken out of its address, so that nobody copies it with it. */
export function takeResult({ location, global }: Pick<Page, 'location' | 'global'>): string | undefined {
  const url = location && new URL(location.href)
  const result = url?.searchParams.get(field)
  if (!url || !result) return undefined
  url.searchParams.delete(field)
  ;(global('history') as History | undefined)?.replaceState(null, '', url)
  return result
}
