import { basicCredentials } from '../core/errors/conceal.ts'

/**
 * Moves a URL's credentials into a header. This is needed because `fetch` refuses a URL with a password, and its error would
 * contain the password.
 */
export function endpointUrl(text: string): { url?: URL; authorization?: Readonly<Record<string, string>> } {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return {}
  }
  if (!url.username && !url.password) return { url }
  const authorization = `Basic ${basicCredentials(url)}`
  url.username = ''
  url.password = ''
  return { url, authorization: { authorization } }
}
