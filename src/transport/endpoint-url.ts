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
  const { username, password } = url
  if (!username && !password) return { url }
  url.username = ''
  url.password = ''
  const secret = btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  return { url, authorization: { authorization: `Basic ${secret}` } }
}
