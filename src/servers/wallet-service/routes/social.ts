import { type Handler, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'
import type { SocialStarted } from '../../../core/wallet/wallet-service.ts'
import { deviceName } from '../http/device-name.ts'
import { readBody } from '../http/read-body.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { takeRate } from '../http/take-rate.ts'
import type { ServiceContext, ServiceEnv, ServiceParts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { createToken, hashOf, type Secrets } from '../secrets.ts'
import {
  callbackPage,
  callbackScript,
  loadingPage,
  returnPage,
  socialStyle,
  windowMissingPage,
} from '../social/callback-page.ts'
import { logInIdentity } from '../social/log-in-identity.ts'
import { type SocialChecks, type SocialClient, SocialDeclined } from '../social/social-client.ts'
import { audit } from '../store/audit.ts'
import {
  bindSocialLogin,
  keepSocialLogin,
  returnSocialLogin,
  takeSocialLogin,
} from '../store/social-logins.ts'

export interface SocialOptions {
  /** The service's origin. Providers redirect visitors to it. */
  readonly url: string
  /** The pages that can start a login. */
  readonly origins: readonly string[]
  readonly clients: ReadonlyMap<string, SocialClient>
  /** See `WalletServiceConfig`. */
  readonly socialOnPage?: boolean | undefined
  readonly onError: (error: unknown) => void
}

const startBody = z.object({ provider: z.string().max(32), site: z.string().max(2048) })
const finishBody = z.object({ uri: z.string().max(8192) })

/** A state has 256 bits in base64url. A page that can't open windows may append its own URL to the state. */
const stateLength = 43
const beforePage = '--'

const callbackPath = '/social/callback'
const startPath = '/social/start'

/** Serves `/api/login/social`: a login through a social provider. */
export function socialLoginRoutes(parts: ServiceParts, options: SocialOptions): Hono<ServiceEnv> {
  const { database, secrets, random, lifetimes, limits, now } = parts
  const { url, origins, clients, onError } = options
  const { query } = database
  const clientOf = (provider: string) => {
    const client = clients.get(provider)
    if (!client) throw new Refused('social/unknown')
    return client
  }
  const failed = (provider: string, error: unknown) => {
    onError(
      new Error(`The login by ${provider} failed: ${error instanceof Error ? error.message : 'unknown'}`),
    )
    return new Refused('social/failed')
  }

  return new Hono<ServiceEnv>()
    .post('/', async (c) => {
      const { device, network } = c.var
      const { provider, site } = await readBody(c, startBody)
      if (!origins.includes(site)) throw new Refused('request/foreign-origin')
      takeRate(limits.loginsOfNetwork, network)
      takeRate(limits.loginsOfDevice, device)
      const client = clientOf(provider)
      const state = createToken(random)
      // If the provider can't be reached, the visitor sees the error on the host's page.
      await client.begin(checksOf(secrets, url, provider, state)).catch((error: unknown) => {
        throw failed(provider, error)
      })
      const at = now()
      const stateHash = hashOf(state)
      const login = { stateHash, provider, device, deviceName: deviceName(c), site }
      await keepSocialLogin(query, { ...login, ends: at + lifetimes.code })
      await audit(query, { what: 'social-login-began', at, device, network })
      return c.json({ uri: `${url}${startPath}/${provider}?state=${state}` } satisfies SocialStarted)
    })
    .post('/finish', async (c) => {
      const { device, network } = c.var
      const { uri } = await readBody(c, finishBody)
      const answer = readAnswer(url, uri)
      if (!answer) throw new Refused('request/invalid')
      takeRate(limits.tries, network)
      const { provider, state, returned } = answer
      const client = clientOf(provider)
      const at = now()
      const login = {
        stateHash: hashOf(state),
        provider,
        device,
        answerHash: hashOfAnswer(returned),
        now: at,
      }
      // Deletes the login before the call to the provider. So a code that is submitted twice reaches the provider only once.
      const site = await takeSocialLogin(query, login)
      if (site === undefined) throw new Refused('login/ended')
      try {
        const { issuer, subject, name } = await client.finish(
          returned,
          checksOf(secrets, url, provider, state),
        )
        const proven = { issuer, subject, name, provider, device, deviceName: deviceName(c), site, network }
        return c.json(await logInIdentity(parts, proven))
      } catch (error) {
        await audit(query, { what: 'social-login-failed', at, device, network })
        throw error instanceof SocialDeclined ? new Refused('social/declined') : failed(provider, error)
      }
    })
}

/**
 * Serves `/social`: the pages of the login window. The pages can't be framed. The login starts in this window, so that the
 * service accepts the provider's answer only from this browser.
 */
export function socialPageRoutes(
  { database, secrets, random, lifetimes, now }: ServiceParts,
  { url, clients, socialOnPage = false, onError }: SocialOptions,
): Hono<ServiceEnv> {
  const policy = pagePolicy({ connect: [], ancestors: [] })
  const { query } = database
  const cookie = cookieAt(url)
  const show = (c: ServiceContext, page: Parameters<ServiceContext['html']>[0]) =>
    c.html(page, 200, { 'content-security-policy': policy })
  const expired = (c: ServiceContext) => show(c, callbackPage(undefined))
  return new Hono<ServiceEnv>()
    .get('/callback.js', (c) =>
      c.body(callbackScript, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
    )
    .get('/page.css', (c) => c.body(socialStyle, 200, { 'content-type': 'text/css; charset=utf-8' }))
    .get('/start/:provider', async (c) => {
      const { search } = new URL(c.req.url)
      const asked = readAnswer(url, `${url}${callbackPath}/${c.req.param('provider')}${search}`)
      const client = asked && clients.get(asked.provider)
      if (!asked || !client) return expired(c)
      const { provider, state, rest } = asked
      if (rest && !socialOnPage) return show(c, windowMissingPage)
      const sent = getCookie(c, cookie.name)
      const browser = sent !== undefined && /^[\w-]{43}$/.test(sent) ? sent : createToken(random)
      const login = { stateHash: hashOf(state), provider, browserHash: hashOf(browser), now: now() }
      if ((await bindSocialLogin(query, login)) === undefined) return expired(c)
      try {
        const uri = await client.begin(checksOf(secrets, url, provider, state))
        if (rest) uri.searchParams.set('state', state + rest)
        setCookie(c, cookie.name, browser, { ...cookie.options, maxAge: Math.ceil(lifetimes.code / 1000) })
        return c.redirect(uri.href)
      } catch (error) {
        onError(error)
        throw new Refused('social/failed')
      }
    })
    .get('/callback/:provider', async (c) => {
      const { search } = new URL(c.req.url)
      const answer = readAnswer(url, `${url}${callbackPath}/${c.req.param('provider')}${search}`)
      const browser = getCookie(c, cookie.name)
      if (!answer || browser === undefined) return expired(c)
      const { provider, state, returned, page, rest } = answer
      if (rest && !socialOnPage) return show(c, windowMissingPage)
      const login = await returnSocialLogin(query, {
        ...{ stateHash: hashOf(state), provider, browserHash: hashOf(browser) },
        ...{ answerHash: hashOfAnswer(returned), now: now() },
      })
      if (!login) return expired(c)
      if (!rest) return show(c, callbackPage(login.site))
      // The host's page couldn't open a window, so it opened the provider's page itself.
      if (page?.origin !== login.site) return expired(c)
      page.searchParams.set('result_uri', `${url}${callbackPath}/${provider}?${returned}`)
      return show(c, returnPage({ ...login, href: page.href }))
    })
}

/** Serves `/loading`: the first page of the login window. */
export function loadingHandler(): Handler<ServiceEnv> {
  const policy = pagePolicy({ connect: [], ancestors: [] })
  return (c) => c.html(loadingPage, 200, { 'content-security-policy': policy })
}

interface ProviderAnswer {
  readonly provider: string
  readonly state: string
  /** The query of the provider's answer, without the URL that a page may have appended to the state. */
  readonly returned: URLSearchParams
  readonly page: URL | undefined
  /** The text after the state. */
  readonly rest: string
}

/** Parses the URL of the provider's redirect; undefined for other URLs. */
function readAnswer(url: string, uri: string): ProviderAnswer | undefined {
  if (!URL.canParse(uri)) return undefined
  const { origin, pathname, searchParams: returned, hash } = new URL(uri)
  const provider = pathname.startsWith(`${callbackPath}/`) ? pathname.slice(callbackPath.length + 1) : ''
  const [given = '', ...others] = returned.getAll('state')
  const state = given.slice(0, stateLength)
  const rest = given.slice(stateLength)
  const isOurs = origin === url && /^[a-z]+$/.test(provider) && hash === ''
  if (!isOurs || others.length > 0 || state.length < stateLength) return undefined
  returned.set('state', state)
  const named = rest.startsWith(beforePage) ? rest.slice(beforePage.length) : ''
  return { provider, state, returned, page: URL.canParse(named) ? new URL(named) : undefined, rest }
}

/** Hashes an answer. The order of the parameters doesn't matter. */
function hashOfAnswer(returned: URLSearchParams): string {
  const sorted = new URLSearchParams(returned)
  sorted.sort()
  return hashOf(sorted.toString())
}

/**
 * Returns the cookie that binds a login to the browser which opened the provider's page. `__Host-` prevents other hosts of the domain from setting
 * the cookie. Browsers accept `__Host-` only over https, so a service on loopback uses another name.
 */
function cookieAt(url: string) {
  const secure = url.startsWith('https:')
  return {
    name: secure ? '__Host-wallet-login' : 'wallet-login-on-loopback-only',
    options: { path: '/', httpOnly: true, sameSite: 'Lax', secure },
  } as const
}

/** Derives the PKCE verifier and the nonce from the state and the service's key, so that they needn't be stored. */
function checksOf(secrets: Secrets, url: string, provider: string, state: string): SocialChecks {
  return {
    state,
    verifier: secrets.followUp('social verifier', state),
    nonce: secrets.followUp('social nonce', state),
    redirectUri: `${url}${callbackPath}/${provider}`,
  }
}
