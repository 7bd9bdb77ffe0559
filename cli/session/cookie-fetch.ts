interface Cookie {
  readonly value: string
  readonly httpOnly: boolean
  readonly secure: boolean
  /** When the cookie expires, as Unix time in seconds. 0 means that the cookie expires when the browser closes. */
  readonly expires: number
}

/** A `fetch` that keeps cookies in memory, like a browser. */
export function cookieFetch(): {
  readonly fetch: typeof fetch
  /** The cookies in Netscape format, for `curl --cookie`. */
  readonly cookies: (server: URL) => string
} {
  const kept = new Map<string, Cookie>()
  return {
    async fetch(input, init = {}) {
      const headers = new Headers(init.headers)
      if (kept.size > 0)
        headers.set('cookie', [...kept].map(([name, { value }]) => `${name}=${value}`).join('; '))
      // Send an origin as a browser does, because the server checks the origin.
      headers.set('origin', new URL(String(input)).origin)
      const response = await fetch(input, { ...init, headers })
      for (const line of response.headers.getSetCookie()) {
        const { name, ...cookie } = parsed(line)
        if (cookie.expires !== 0 && cookie.expires * 1000 <= Date.now()) kept.delete(name)
        else kept.set(name, cookie)
      }
      return response
    },
    cookies({ hostname }) {
      const lines = [...kept].map(([name, { value, httpOnly, secure, expires }]) => {
        const host = `${httpOnly ? '#HttpOnly_' : ''}${hostname}`
        return [host, 'FALSE', '/', secure ? 'TRUE' : 'FALSE', expires, name, value].join('\t')
      })
      return ['# Netscape HTTP Cookie File', ...lines, ''].join('\n')
    },
  }
}

function parsed(line: string): Cookie & { readonly name: string } {
  const [pair = '', ...attributes] = line.split(';')
  const at = pair.indexOf('=')
  const given = new Map(
    attributes.map((attribute) => {
      const [key = '', ...value] = attribute.split('=')
      return [key.trim().toLowerCase(), value.join('=').trim()] as const
    }),
  )
  return {
    name: pair.slice(0, Math.max(at, 0)).trim(),
    value: pair.slice(at + 1).trim(),
    httpOnly: given.has('httponly'),
    secure: given.has('secure'),
    expires: expiryOf(given.get('max-age'), given.get('expires')),
  }
}

/** Returns `Cookie.expires`. `Max-Age` takes precedence over `Expires` (RFC 6265, 5.3). Ignores an invalid attribute. */
function expiryOf(maxAge = '', expires = ''): number {
  if (/^-?\d+$/.test(maxAge)) return Math.max(1, Math.floor(Date.now() / 1000) + Math.max(0, Number(maxAge)))
  const at = Date.parse(expires)
  return Number.isNaN(at) ? 0 : Math.max(1, Math.floor(at / 1000))
}
