/** A browser with cookies, without a screen, that logs in at the development provider. */
export interface SocialVisitor {
  /** Identifies itself where a login starts, and resolves with the redirect address. `''` declines. */
  logIn(uri: string, name: string): Promise<string>
}

const mostHops = 10

export function socialVisitor(): SocialVisitor {
  const cookies = new Map<string, string>()
  /** Follows redirects within the provider; resolves with the first one to another host, or with the page. */
  async function open(url: string, init: RequestInit = {}): Promise<string> {
    const { origin } = new URL(url)
    let at = url
    let given = init
    for (let hop = 0; hop < mostHops; hop++) {
      if (new URL(at).origin !== origin) return at
      const response = await fetch(at, {
        ...given,
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        cookies.set(name, value)
      }
      const next = response.headers.get('location')
      if (!next) return at
      at = new URL(next, at).href
      given = {}
    }
    throw new Error(`too many redirects from ${url}`)
  }
  return {
    async logIn(uri, name) {
      const chooser = await open(uri)
      return open(chooser, { method: 'POST', body: new URLSearchParams({ name }) })
    },
  }
}
