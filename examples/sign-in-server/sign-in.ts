import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Database } from 'latchkey/servers'
import { createNonce, type ExpectedSignIn, parseSignInMessage, type VerifySignInOptions } from 'latchkey/siwx'
import { type CookieOptions, readToken, writeToken } from './cookies.ts'
import { readSessions } from './read-sessions.ts'
import { Refused } from './refused.ts'
import { createBrowser, findBrowser } from './store/browsers.ts'
import { keepNonce, takeNonces } from './store/nonces.ts'
import {
  endSession,
  forgetBrowser,
  forgetBrowsersOf,
  sessionsOf,
  type User,
  userOf,
} from './store/sessions.ts'
import { keepSignIn } from './store/sign-in.ts'
import { prove } from './verify.ts'

export interface SignInOptions {
  readonly database: Database
  /** The domains that sign-in messages can name: the hosts of your pages. A host includes the port, unless it is the default port. */
  readonly domains: readonly string[]
  /** The accepted networks as CAIP-2 ids. Default: all networks. */
  readonly chains?: ExpectedSignIn['chainId']
  /** The nodes that verify signatures of smart contracts. Without nodes, smart contracts can't sign in. */
  readonly nodes: VerifySignInOptions
  readonly secure: boolean
  readonly lifetimes: Lifetimes
  /** The current time in ms since the epoch. */
  readonly now: () => number
}

/** Durations in ms. */
export interface Lifetimes {
  /** How long a nonce is valid. A signed message must not be older than this time either. */
  readonly nonce: number
  /** How long a browser stays signed in without a request. */
  readonly idle: number
  /** The maximum duration of a session. */
  readonly session: number
}

export interface SignedIn {
  readonly Variables: { readonly user: User }
}

/** Returns the routes that `serverSessions` of `latchkey/siwx` calls, and a middleware for your other routes. */
export function signIn({ database, domains, chains, nodes, secure, lifetimes, now }: SignInOptions): {
  readonly routes: Hono
  /** Middleware for routes that need a signed-in user. It sets `c.var.user`. */
  readonly signedIn: MiddlewareHandler<SignedIn>
} {
  const { query } = database
  const cookie: CookieOptions = { secure, lifetime: lifetimes.session }
  const browserOf = (c: Context) =>
    findBrowser(query, readToken(c, cookie), { now: now(), idle: lifetimes.idle })

  const signedIn: MiddlewareHandler<SignedIn> = async (c, next) => {
    const browser = await browserOf(c)
    const user = browser && (await userOf(query, browser, now()))
    if (!user) throw new Refused(401, 'siwx/not-authenticated')
    c.set('user', user)
    await next()
  }

  /** Uses up the nonces before it verifies the messages, so that each nonce can be tried only once. */
  const add = async (c: Context, replace: boolean) => {
    const proofs = readSessions(await bodyOf(c))
    const nonces = new Map(proofs.map((proof) => [proof, parseSignInMessage(proof.message).nonce]))
    const browser = await browserOf(c)
    const at = now()
    if (!browser || !(await takeNonces(query, new Set(nonces.values()), { browser, now: at })))
      throw new Refused(401, 'siwx/wrong-nonce')
    // A message can't be older than its nonce.
    const expected = { domain: domains, chainId: chains, now: new Date(at), maxAge: lifetimes.nonce }
    const proven = await Promise.all(
      [...nonces].map(([proof, nonce]) => prove(proof, { ...expected, nonce }, nodes, lifetimes.session)),
    )
    writeToken(c, await keepSignIn(database, { browser, proven, replace, now: at }), cookie)
    return c.json({})
  }

  const routes = new Hono()
    .post('/nonce', async (c) => {
      const nonce = createNonce()
      let browser = await browserOf(c)
      if (!browser) {
        const created = await createBrowser(query, now())
        writeToken(c, created.token, cookie)
        browser = created.id
      }
      await keepNonce(query, { nonce, browser, ends: now() + lifetimes.nonce })
      return c.json({ nonce })
    })
    .post('/sessions', (c) => add(c, false))
    .put('/sessions', (c) => add(c, true))
    .get('/sessions', async (c) => {
      const browser = await browserOf(c)
      return c.json({ sessions: browser ? await sessionsOf(query, browser, now()) : [] })
    })
    .delete('/sessions/:chainId/:address', async (c) => {
      // Postgres rejects some characters, such as NUL.
      if (!Object.values(c.req.param()).every((text) => /^[-\w:]+$/.test(text)))
        throw new Refused(400, 'request/invalid-account')
      const browser = await browserOf(c)
      if (browser) await endSession(query, browser, c.req.param())
      return c.json({})
    })
    .delete('/sessions', async (c) => {
      const browser = await browserOf(c)
      if (browser) await forgetBrowser(query, browser)
      return c.json({})
    })
    .delete('/everywhere', signedIn, async (c) => {
      await forgetBrowsersOf(query, c.var.user.id)
      return c.json({})
    })
    .get('/me', signedIn, (c) => c.json(c.var.user))
  return { routes, signedIn }
}

async function bodyOf(c: Context): Promise<unknown> {
  try {
    return await c.req.json()
  } catch {
    throw new Refused(400, 'request/invalid-body')
  }
}
