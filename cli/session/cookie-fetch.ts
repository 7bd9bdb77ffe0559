/** A `fetch` that keeps cookies in memory, like a browser. */
export function cookieFetch(): {
  readonly fetch: typeof fetch
  /** The cookies in Netscape format, for `curl --cookie`. */
  readonly cookies: (server: URL) => string
} {
  const kept = new Map<string, { value: string; httpOnly: boolean; secure: boolean }>()
  return {
    async fetch(input, init = {}) {
      const headers = new Headers(init.headers)
      if (kept.size > 0)
        headers.set('cookie', [...kept].map(([name, { value }]) => `${name}=${value}`).join('; '))
      // Send an origin as a browser does, because the server checks the origin.
      headers.set('origin', new URL(String(input)).origin)
      const response = await fetch(input, { ...init, headers })
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...flags] = line.split(';')
        const at = pair.indexOf('=')
        const has = (flag: string) => flags.some((one) => one.trim().toLowerCase() === flag)
        const over = flags.some((one) => /^\s*max-age=(0|-)/i.test(one))
        const name = pair.slice(0, Math.max(at, 0)).trim()
        if (over) kept.delete(name)
        else {
          const value = pair.slice(at + 1).trim()
          kept.set(name, { value, httpOnly: has('httponly'), secure: has('secure') })
        }
      }
      return response
    },
    cookies({ hostname }) {
      const lines = [...kept].map(([name, { value, httpOnly, secure }]) => {
        const host = `${httpOnly ? '#HttpOnly_' : ''}${hostname}`
        return [host, 'FALSE', '/', secure ? 'TRUE' : 'FALSE', '0', name, value].join('\t')
      })
      return ['# Netscape HTTP Cookie File', ...lines, ''].join('\n')
    },
  }
}
