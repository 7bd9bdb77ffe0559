/** Moves a URL's credentials into a header: `fetch` refuses a URL with a password, and would quote it in the error. */
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
