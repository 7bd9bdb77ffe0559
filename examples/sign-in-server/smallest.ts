import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createNonce, type SignInSession, verifySignIn } from 'latchkey/siwx'

/** Sign-ins that last as long as the process. @param domain The host of the page, such as `app.example`. */
export function smallest(domain: string): Hono {
  const browsers = new Map<string, { nonce: string; sessions: SignInSession[] }>()
  const cookieOf = (c: Context) => getCookie(c, 'sign-in') ?? ''
  const find = (c: Context) => browsers.get(cookieOf(c)) ?? { nonce: createNonce(), sessions: [] }
  const keep = (c: Context, sessions: SignInSession[]) => {
    const [cookie, nonce] = [createNonce() + createNonce(), createNonce()]
    browsers.delete(cookieOf(c))
    browsers.set(cookie, { nonce, sessions })
    setCookie(c, 'sign-in', cookie, { httpOnly: true, secure: true, sameSite: 'Lax' })
    return c.json({ nonce })
  }
  const app = new Hono().basePath('/auth')
  app.onError((error, c) => c.json({ code: 'code' in error ? error.code : undefined }, 401))
  app.on(['POST', 'PUT', 'DELETE'], '/*', async (c, next) =>
    c.req.header('x-latchkey-sign-in') ? next() : c.json({}, 403),
  )
  app.post('/nonce', (c) => keep(c, find(c).sessions))
  app.on(['POST', 'PUT'], '/sessions', async (c) => {
    const { sessions } = await c.req.json<{ sessions: SignInSession[] }>()
    const browser = find(c)
    const { nonce } = browser
    browser.nonce = createNonce() // The other one is spent, whatever comes of it.
    const all = c.req.method === 'PUT' ? [] : [...browser.sessions]
    for (const one of sessions) all.push({ ...one, data: await verifySignIn(one, { domain, nonce }) })
    return keep(c, all)
  })
  app.get('/sessions', (c) => c.json({ sessions: find(c).sessions }))
  app.delete('/sessions/*', (c) => {
    const pathOf = ({ data }: SignInSession) => `/auth/sessions/${data.chainId}/${data.accountAddress}`
    const isKept = (one: SignInSession) => !pathOf(one).toLowerCase().startsWith(c.req.path.toLowerCase())
    return keep(c, find(c).sessions.filter(isKept))
  })
  return app
}
