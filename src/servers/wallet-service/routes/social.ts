import { type Handler, Hono } from 'hono'
import * as z from 'zod'
import type { SocialStarted } from '../../../core/wallet/wallet-service.ts'
import { readBody } from '../http/read-body.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { takeRate } from '../http/take-rate.ts'
import type { ServiceEnv, ServiceParts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { createToken, hashOf, type Secrets } from '../secrets.ts'
import { callbackPage, callbackScript, loadingPage, socialStyle } from '../social/callback-page.ts'
import { logInIdentity } from '../social/log-in-identity.ts'
import { type SocialChecks, type SocialClient, SocialDeclined } from '../social/social-client.ts'
import { audit } from '../store/audit.ts'
import { keepSocialLogin, siteOfSocialLogin, takeSocialLogin } from '../store/social-logins.ts'

export interface SocialOptions {
  /** The service's origin, which providers redirect visitors to. */
  readonly url: string
  /** The pages that may start a login. */
  readonly origins: readonly string[]
  readonly clients: ReadonlyMap<string, SocialClient>
  readonly onError: (error: unknown) => void
}

const startBody = z.object({ provider: z.string().max(32), site: z.string().max(2048) })
const finishBody = z.object({ uri: z.string().max(8192) })

/** Length of a state: 256 bits in base64url. A page that can't open windows may append the URL to return to. */
const stateLength = 43
const beforePage = '--'

const callbackPath = '/social/callback'

/** `/api/login/social`: login through a social provider. */
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
      takeRate(limits.loginsOfNetwork, network)
      takeRate(limits.loginsOfDevice, device)
      const { provider, site } = await readBody(c, startBody)
      if (!origins.includes(site)) throw new Refused('request/foreign-origin')
      const client = clientOf(provider)
      const state = createToken(random)
      const uri = await client.begin(checksOf(secrets, url, provider, state)).catch((error: unknown) => {
        throw failed(provider, error)
      })
      const at = now()
      const stateHash = hashOf(state)
      await keepSocialLogin(query, { stateHash, provider, device, site, ends: at + lifetimes.code })
      await audit(query, { what: 'social-login-began', at, device, network })
      return c.json({ uri: uri.href } satisfies SocialStarted)
    })
    .post('/finish', async (c) => {
      const { device, network } = c.var
      takeRate(limits.tries, network)
      const { uri } = await readBody(c, finishBody)
      const answer = readAnswer(url, uri)
      if (!answer) throw new Refused('request/invalid')
      const { provider, state, returned } = answer
      const client = clientOf(provider)
      const at = now()
      // Consume the login before calling the provider, so that a code submitted twice reaches it once.
      if (!(await takeSocialLogin(query, { stateHash: hashOf(state), provider, device, now: at })))
        throw new Refused('login/ended')
      try {
        const { issuer, subject, name } = await client.finish(
          returned,
          checksOf(secrets, url, provider, state),
        )
        const proven = { issuer, subject, name, provider, device, network }
        return c.json(await logInIdentity(parts, proven))
      } catch (error) {
        await audit(query, { what: 'social-login-failed', at, device, network })
        throw error instanceof SocialDeclined ? new Refused('social/declined') : failed(provider, error)
      }
    })
}

/** `/social`: the pages of the login window. They can't be framed. */
export function socialPageRoutes({ database, now }: ServiceParts, { url }: SocialOptions): Hono<ServiceEnv> {
  const policy = pagePolicy({ connect: [], ancestors: [] })
  return new Hono<ServiceEnv>()
    .get('/callback.js', (c) =>
      c.body(callbackScript, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
    )
    .get('/page.css', (c) => c.body(socialStyle, 200, { 'content-type': 'text/css; charset=utf-8' }))
    .get('/callback/:provider', async (c) => {
      const { search } = new URL(c.req.url)
      const answer = readAnswer(url, `${url}${callbackPath}/${c.req.param('provider')}${search}`)
      const { provider = '', state = '', returned, page } = answer ?? {}
      const site = await siteOfSocialLogin(database.query, { stateHash: hashOf(state), provider, now: now() })
      // The page itself was redirected to the provider, as it is where windows can't be opened.
      if (site !== undefined && page?.origin === site) {
        page.searchParams.set('result_uri', `${url}${callbackPath}/${provider}?${returned}`)
        return c.redirect(page.href)
      }
      return c.html(callbackPage(site), 200, { 'content-security-policy': policy })
    })
}

/** `/loading`: the login window's first page. */
export function loadingHandler(): Handler<ServiceEnv> {
  const policy = pagePolicy({ connect: [], ancestors: [] })
  return (c) => c.html(loadingPage, 200, { 'content-security-policy': policy })
}

interface ProviderAnswer {
  readonly provider: string
  readonly state: string
  /** The query with the state as issued, without the appended URL. */
  readonly returned: URLSearchParams
  readonly page: URL | undefined
}

/** Parses the URL that the provider redirected to; undefined for any other URL. */
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
  return { provider, state, returned, page: URL.canParse(named) ? new URL(named) : undefined }
}

/** Derived from the state with the service's key, so that they need no storage. */
function checksOf(secrets: Secrets, url: string, provider: string, state: string): SocialChecks {
  return {
    state,
    verifier: secrets.followUp('social verifier', state),
    nonce: secrets.followUp('social nonce', state),
    redirectUri: `${url}${callbackPath}/${provider}`,
  }
}
