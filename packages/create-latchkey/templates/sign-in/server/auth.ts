import { isLatchkeyError } from 'latchkey'
import { createNonce, type SignInSession, verifySignIn } from 'latchkey/siwx'

// Your page's domain. Don't read it from the request, which an attacker can forge.
export const domain = process.env.DOMAIN ?? 'localhost:5173' //: !next
export const domain = process.env.DOMAIN ?? 'localhost:3000' //: next
const browsers = new Map<string, { nonce: string; sessions: readonly SignInSession[] }>() // the keys are cookies

export async function auth(request: Request): Promise<Response> {
  const { method, headers, url } = request
  const [, cookie = ''] = /\bbrowser=([\w-]+)/.exec(headers.get('cookie') ?? '') ?? []
  const { nonce, sessions } = browsers.get(cookie) ?? { nonce: createNonce(), sessions: [] }
  if (method === 'GET') return Response.json({ sessions })
  if (!headers.has('x-latchkey-sign-in')) return new Response(null, { status: 403 }) // a page of another site sent the request
  if (browsers.delete(cookie)) browsers.set(cookie, { nonce: createNonce(), sessions }) // each nonce is valid once
  const keep = (all: readonly SignInSession[], id: string = crypto.randomUUID(), nonce = createNonce()) => {
    browsers.delete(cookie) // after a sign-in or sign-out, the browser gets a new cookie
    // Remember 10,000 browsers: forget the oldest that isn't signed in, else the oldest. A real app adds a rate limit and a store.
    while (browsers.size >= 10_000)
      browsers.delete(([...browsers].find((one) => !one[1].sessions[0]) ?? [...browsers][0])?.[0] ?? '')
    browsers.set(id, { nonce, sessions: all })
    const flags = 'HttpOnly; Secure; SameSite=Lax; Path=/; Max-Age=604800'
    return Response.json({ nonce }, { headers: { 'set-cookie': `browser=${id}; ${flags}` } })
  }
  if (url.endsWith('/nonce')) return keep(sessions, browsers.has(cookie) ? cookie : undefined) // other tabs use this cookie
  if (method === 'DELETE') {
    const [, chain, address] = /\/sessions\/([^/]+)\/([^/]+)$/.exec(url) ?? []
    const stays = ({ data }: SignInSession) => data.chainId !== chain || data.accountAddress !== address
    return keep(chain ? sessions.filter(stays) : [])
  }
  try {
    const given = (await request.json()) as { sessions: readonly SignInSession[] }
    const verified: SignInSession[] = []
    for (const one of given.sessions.slice(-10)) // keep the last 10 sessions of a browser
      verified.push({ ...one, data: await verifySignIn(one, { domain, nonce, maxAge: 300_000 }) })
    const others = method === 'PUT' ? [] : (browsers.get(cookie)?.sessions ?? []) // another tab may have signed out
    return keep([...others, ...verified].slice(-10))
  } catch (error) {
    return Response.json({ code: isLatchkeyError(error) ? error.code : undefined }, { status: 400 })
  }
}
