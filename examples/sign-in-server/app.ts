import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { isLatchkeyError } from 'latchkey'
import { clientAddress } from './client-address.ts'
import { guard } from './guard.ts'
import { isLoopback } from './origins.ts'
import { rateLimit } from './rate-limit.ts'
import { Refused } from './refused.ts'
import { type Lifetimes, type SignInOptions, signIn } from './sign-in.ts'

export interface AppOptions extends Pick<SignInOptions, 'database' | 'domains' | 'chains'> {
  /** The origins of pages that can call the server, such as `https://app.example`. */
  readonly origins: readonly string[]
  readonly nodes?: SignInOptions['nodes'] | undefined
  /** The maximum number of requests per client and minute. */
  readonly rates?: { readonly nonces: number; readonly signIns: number } | undefined
  /** The number of trusted reverse proxies in front of this server. Default: 0. */
  readonly proxies?: number | undefined
  readonly lifetimes?: Partial<Lifetimes> | undefined
  /** The current time in ms since the epoch. */
  readonly now?: (() => number) | undefined
  /** Is called with internal errors. Clients don't see them. */
  readonly onError?: ((error: unknown) => void) | undefined
}

const minute = 60_000
const day = 24 * 60 * minute
export const lifetimes: Lifetimes = { nonce: 10 * minute, idle: 7 * day, session: 30 * day }

/** The maximum length of a request's body, in bytes. */
const largestBody = 256 * 1024

/** Returns the server as an app that doesn't listen on a port yet. */
export function createApp(options: AppOptions): Hono {
  const { database, domains, chains, origins, nodes = {}, now = Date.now, onError = () => {} } = options
  const { rates = { nonces: 120, signIns: 60 }, proxies = 0 } = options
  const { routes, signedIn } = signIn({
    ...{ database, domains, chains, nodes, now },
    secure: !origins.every(isLoopback),
    lifetimes: { ...lifetimes, ...options.lifetimes },
  })
  const atMost = (most: number) => rateLimit({ most, now, clientOf: (c) => clientAddress(c, proxies) })
  const app = new Hono()
  app.use(
    cors({
      origin: [...origins],
      credentials: true,
      allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowHeaders: ['content-type', 'x-latchkey-sign-in'],
      exposeHeaders: ['retry-after'],
    }),
    async (c, next) => {
      c.header('cache-control', 'no-store')
      await next()
    },
    guard(origins),
    bodyLimit({
      maxSize: largestBody,
      // The rest of the body isn't read, so the connection can't be used again.
      onError: (c) => c.json({ code: 'request/too-large' }, 413, { connection: 'close' }),
    }),
  )
  app.get('/healthz', async (c) => {
    await database.query('select 1')
    return c.json({ ok: true })
  })
  app.use('/auth/nonce', atMost(rates.nonces))
  app.on(['POST', 'PUT'], '/auth/sessions', atMost(rates.signIns))
  app.route('/auth', routes)
  // An example of a protected route.
  app.get('/hello', signedIn, (c) => c.json({ hello: c.var.user.accounts[0] }))
  app.notFound((c) => c.json({ code: 'request/not-found' }, 404))
  app.onError((error, c) => {
    if (error instanceof Refused) return c.json({ code: error.code, value: error.value }, error.status)
    if (isLatchkeyError(error) && error.code.startsWith('siwx/'))
      return c.json({ code: error.code, value: error.values.value?.toString() }, 401)
    onError(error)
    return c.json({ code: 'server/failed' }, 500)
  })
  return app
}
