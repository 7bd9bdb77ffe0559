/** A browser with cookies, but without a screen, which logs in at the development login provider. */
export interface SocialVisitor {
  /** Opens the wallet service's URL where a login starts. Resolves with the login provider's URL. */
  start(uri: string): Promise<string>
  /**
   * Opens the wallet service's URL with the login provider's answer. Resolves with the URL of the wallet service's
   * page.
   */
  land(
    answer: string,
  ): Promise<{ readonly page: string; readonly location: string | null; readonly headers: Headers }>
  /**
   * Goes through the whole login as the user `name`. If `name` is empty, the user declines. Resolves with the URL of
   * the login provider's answer.
   */
  logIn(uri: string, name: string): Promise<string>
  /** Logs in like `logIn`, but doesn't open the URL with the login provider's answer. */
  answerOf(uri: string, name: string): Promise<string>
}

const mostHops = 10

export function socialVisitor(): SocialVisitor {
  const cookies = new Map<string, string>()
  async function get(url: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return response
  }
  /**
   * Follows redirects within a host. Resolves with the URL of the first redirect to another host. If all redirects stay within
   * the host, resolves with the URL of the last page.
   */
  async function open(url: string, init: RequestInit = {}): Promise<string> {
    const { origin } = new URL(url)
    let at = url
    let given = init
    for (let hop = 0; hop < mostHops; hop++) {
      if (new URL(at).origin !== origin) return at
      const next = (await get(at, given)).headers.get('location')
      if (!next) return at
      at = new URL(next, at).href
      given = {}
    }
    throw new Error(`too many redirects from ${url}`)
  }
  const visitor: SocialVisitor = {
    start: (uri) => open(uri),
    async land(answer) {
      const response = await get(answer)
      return {
        page: await response.text(),
        location: response.headers.get('location'),
        headers: response.headers,
      }
    },
    async answerOf(uri, name) {
      const chooser = await open(await visitor.start(uri))
      return open(chooser, { method: 'POST', body: new URLSearchParams({ name }) })
    },
    async logIn(uri, name) {
      const answer = await visitor.answerOf(uri, name)
      await visitor.land(answer)
      return answer
    },
  }
  return visitor
}
