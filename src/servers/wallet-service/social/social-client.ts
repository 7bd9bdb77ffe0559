import { isOnThisMachine } from '../../../core/chain/solana-localnet.ts'
import { fetchByMethod } from '../../../core/fetch-read.ts'
import { readBody } from '../../../core/response-body.ts'
import type { SocialProvider } from '../../../core/wallet/list/socials.ts'
import { systemFetch } from '../../../platform/system-fetch.ts'
import { loadPeer } from '../../load-peer.ts'
import { type OAuthEndpoints, providerSpecs, type SocialApp, type SocialProviderSpec } from './providers.ts'

type OpenId = typeof import('openid-client')
type Configuration = InstanceType<OpenId['Configuration']>

/** Secrets that bind a login to the browser that started it. */
export interface SocialChecks {
  readonly state: string
  /** The PKCE code verifier (RFC 7636). */
  readonly verifier: string
  /** The OpenID Connect nonce. */
  readonly nonce: string
  readonly redirectUri: string
}

export interface SocialIdentity {
  readonly issuer: string
  /** The provider's permanent id of the account. Unlike an email address, it never passes to another person. */
  readonly subject: string
  readonly name?: string | undefined
}

/** The error of a login that the visitor declined at the provider. */
export class SocialDeclined extends Error {
  override readonly name = 'SocialDeclined'
}

/** A client for logins at one provider. */
export interface SocialClient {
  /** Returns the URL at which the visitor logs in. */
  begin(checks: SocialChecks): Promise<URL>
  /**
   * Returns the visitor's identity, given the parameters of the provider's redirect.
   * @throws `SocialDeclined`, or an error that describes the problem with the answer.
   */
  finish(returned: URLSearchParams, checks: SocialChecks): Promise<SocialIdentity>
}

/** The time limit of a request to the provider, in seconds. */
const slowest = 6
/** The maximum length of stored texts, in characters. */
const longest = { subject: 255, name: 64 }

/** @throws When the provider is on another machine and uses plain HTTP. */
export function socialClient(provider: SocialProvider, app: SocialApp): SocialClient {
  const spec: SocialProviderSpec = { ...providerSpecs[provider], ...ownOf(app) }
  const { issuer, endpoints, scope } = spec
  const urls = issuer ? [issuer] : endpoints ? [endpoints.authorize, endpoints.token, endpoints.user] : []
  for (const url of urls)
    if (!URL.canParse(url) || !(url.startsWith('https:') || isOnThisMachine(url)))
      throw new Error(`The provider ${provider} must be reached by https, not at ${url}`)
  let found: Promise<Configuration> | undefined

  /** If the discovery fails, the next login tries again. */
  const configured = (openid: OpenId) =>
    (found ??= configurationOf(openid, app, spec).catch((error: unknown) => {
      found = undefined
      throw error
    }))

  return {
    async begin({ state, verifier, nonce, redirectUri }) {
      const openid = await library()
      return openid.buildAuthorizationUrl(await configured(openid), {
        ...{ redirect_uri: redirectUri, scope, state },
        ...{
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        },
        ...(issuer && { nonce }),
      })
    },
    async finish(returned, { state, verifier, nonce, redirectUri }) {
      if (returned.get('error') === 'access_denied') throw new SocialDeclined()
      const openid = await library()
      const config = await configured(openid)
      const current = new URL(redirectUri)
      current.search = returned.toString()
      const tokens = await openid.authorizationCodeGrant(config, current, {
        ...{ expectedState: state, pkceCodeVerifier: verifier },
        ...(issuer && { expectedNonce: nonce, idTokenExpected: true }),
      })
      const claims = tokens.claims()
      if (claims)
        return { issuer: claims.iss, ...(await personOf(openid, config, tokens.access_token, claims)) }
      const { user, subject = 'sub', name = 'name' } = endpoints as OAuthEndpoints
      const response = await openid.fetchProtectedResource(config, tokens.access_token, new URL(user), 'GET')
      if (!response.ok) throw new Error(`${provider} answered ${response.status}`)
      const told: unknown = await response.json()
      const number = valueAt(told, 'discriminator')
      const called = textOf(valueAt(told, name), longest.name)
      return {
        issuer: new URL(user).origin,
        subject: required(textOf(valueAt(told, subject), longest.subject)),
        // Discord writes older names with a discriminator. The discriminator 0 marks newer names, which are unique. Screens don't
        // show this 0 (S3.9.4.8).
        name: called && typeof number === 'string' ? `${called}#${number}` : called,
      }
    },
  }
}

function ownOf({ issuer, endpoints }: SocialApp): Partial<SocialProviderSpec> {
  if (issuer) return { issuer, endpoints: undefined, basic: undefined, scope: 'openid profile' }
  return endpoints ? { issuer: undefined, endpoints, basic: undefined } : {}
}

async function configurationOf(
  openid: OpenId,
  { clientId, clientSecret }: SocialApp,
  { issuer, endpoints, basic }: SocialProviderSpec,
): Promise<Configuration> {
  const { ClientSecretBasic, ClientSecretPost, None, allowInsecureRequests, enableNonRepudiationChecks } =
    openid
  const proof = clientSecret ? (basic ? ClientSecretBasic : ClientSecretPost)(clientSecret) : None()
  const isLocal = isOnThisMachine(issuer ?? endpoints?.token ?? '')
  if (issuer)
    return openid.discovery(new URL(issuer), clientId, undefined, proof, {
      [openid.customFetch]: boundedFetch,
      timeout: slowest,
      // Check the ID token's signature. By default, the library trusts the connection instead.
      execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
    })
  const { authorize, token, issuer: named } = endpoints as OAuthEndpoints
  const server = {
    issuer: named ?? new URL(authorize).origin,
    authorization_endpoint: authorize,
    token_endpoint: token,
  }
  const config = new openid.Configuration(server, clientId, undefined, proof)
  config[openid.customFetch] = boundedFetch
  config.timeout = slowest
  if (isLocal) allowInsecureRequests(config)
  return config
}

/** Limits the size of the answer, because an endless answer would fill the memory. */
async function boundedFetch(url: string, options: object): Promise<Response> {
  const response = await fetchByMethod(systemFetch, url, options)
  const body = await readBody(response)
  if (!body) throw new Error(`${new URL(url).origin} sent an answer that is too large`)
  const isEmpty = [101, 204, 205, 304].includes(response.status)
  return new Response(isEmpty ? null : body, response)
}

interface Claims {
  readonly sub: string
  readonly [claim: string]: unknown
}

/** If the ID token has no name, asks the provider for the name. The login succeeds without a name too. */
async function personOf(
  openid: OpenId,
  config: Configuration,
  access: string,
  claims: Claims,
): Promise<Pick<SocialIdentity, 'subject' | 'name'>> {
  const nameIn = ({ name, preferred_username }: Readonly<Record<string, unknown>>) =>
    textOf(preferred_username ?? name, longest.name)
  const told = nameIn(claims)
  const isAsked = told === undefined && config.serverMetadata().userinfo_endpoint !== undefined
  const person = isAsked
    ? await openid.fetchUserInfo(config, access, claims.sub).catch(() => undefined)
    : undefined
  return {
    subject: required(textOf(claims.sub, longest.subject)),
    name: told ?? (person && nameIn(person)),
  }
}

function library(): Promise<OpenId> {
  return loadPeer(() => import('openid-client'), {
    feature: 'Social login',
    install: 'npm install openid-client',
  })
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (found, key) => (found as Readonly<Record<string, unknown>> | null | undefined)?.[key],
      value,
    )
}

/** Returns a provider's id or name as a text without control characters. An id can be a number. */
function textOf(value: unknown, most: number): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string') return undefined
  return text.replaceAll(/\p{C}/gu, '').trim().slice(0, most) || undefined
}

function required(subject: string | undefined): string {
  if (subject === undefined) throw new Error('The provider did not say who the visitor is')
  return subject
}
