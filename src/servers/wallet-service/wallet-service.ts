import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { matchedRoutes } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { frameDefaults } from '../../core/limits.ts'
import type { SocialProvider } from '../../core/wallet/list/socials.ts'
import type { ServiceConfig } from '../../core/wallet/wallet-service.ts'
import { healthApp } from '../health.ts'
import { isOrigin } from '../is-origin.ts'
import { concurrencyLimit } from './http/concurrency-limit.ts'
import { proveDevice, spendProof } from './http/device-proof.ts'
import { clientNetwork, remoteAddress } from './http/network-of.ts'
import { plainPath } from './http/plain-path.ts'
import { type RateLimit, rateLimit } from './http/rate-limit.ts'
import { isFromOtherOrigin, openedByVisitor, sameOrigin } from './http/same-origin.ts'
import { pagePolicy, securityHeaders } from './http/security-headers.ts'
import { takeRate } from './http/take-rate.ts'
import { createPost } from './mail/mail-sender.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import {
  defaultLifetimes,
  defaultRates,
  type WalletServiceConfig,
  type WalletServiceOptions,
} from './options.ts'
import type { ServiceEnv, ServiceParts } from './parts.ts'
import { type RefusalCode, Refused, refusals } from './refused.ts'
import { assetRoutes } from './routes/assets.ts'
import { deviceRoutes } from './routes/device-page.ts'
import { devicesRoutes } from './routes/devices.ts'
import { emailRoutes } from './routes/email.ts'
import { farcasterRoutes } from './routes/farcaster.ts'
import { loginRoutes } from './routes/logins.ts'
import { behindService, nodePath, nodeRoutes } from './routes/nodes.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { refreshHandler, signOutHandler } from './routes/sessions.ts'
import { loadingHandler, socialLoginRoutes, socialPageRoutes } from './routes/social.ts'
import { walletRoutes } from './routes/wallet.ts'
import { isSame, secretsOf, systemRandom } from './secrets.ts'
import { farcasterClient } from './social/farcaster-client.ts'
import { socialClient } from './social/social-client.ts'
import { findSession } from './store/sessions.ts'
import { readUser } from './store/users.ts'
import { whyUntrusted } from './trusted-origin.ts'

/** The maximum size of a request's body, in bytes. The largest request contains a key share. */
const largestBody = 16 * 1024
/**
 * The maximum number of waiting requests per device. It is above 1, because after a reload, requests of the previous page may
 * still wait.
 */
const waitsOfDevice = 3
const minute = 60_000
const hour = 60 * minute

/**
 * The embedded wallet's service, as an app without a port of its own. It serves `/api` (see `src/core/wallet/wallet-service.ts`),
 * the wallet's page at `/sdk`, the pages of mailed links and of social logins, `/healthz`, `/readyz` and `/metrics`.
 * @throws When the key's length is wrong, an origin or the URL of a login provider is invalid, or the folder `assets` lacks the
 * wallet's page.
 */
export function walletServiceApp(options: WalletServiceOptions): Hono<ServiceEnv> {
  const { database, mail, key, assets, now, random = systemRandom, health, onError } = options
  const config = checkedConfig(options.config)
  const clients = new Map(
    Object.entries(config.socials ?? {}).map(([provider, app]) => [
      provider,
      socialClient(provider as SocialProvider, app),
    ]),
  )
  const farcaster = config.farcaster && farcasterClient(config.farcaster, { url: config.url, now })
  const rates = { ...defaultRates, ...config.rates }
  const lifetimes = { ...defaultLifetimes, ...config.lifetimes }
  const metrics = createMetrics()
  const perHour = (max: number): RateLimit => rateLimit({ max, per: hour, now })
  const parts: ServiceParts = {
    ...{ url: config.url, database, random, lifetimes, metrics, now },
    secrets: secretsOf(key),
    mailSender: createPost({
      ...{ mailer: mail, query: database.query, metrics, now, onError },
      service: config.name ?? new URL(config.url).host,
      lasts: lifetimes.code,
      limits: { cooldown: lifetimes.cooldown, max: rates.mails, mostOfNetwork: rates.mailsOfNetwork },
    }),
    limits: {
      loginsOfNetwork: perHour(rates.loginsOfNetwork),
      loginsOfDevice: perHour(rates.loginsOfDevice),
      tries: perHour(rates.tries),
    },
    waits: { ofDevice: concurrencyLimit(waitsOfDevice), ofNetwork: concurrencyLimit(rates.waits) },
  }
  const requests = rateLimit({ max: rates.requests, per: minute, now })
  // Pages of other sites can open our pages. These requests count separately, so that they can't use up the visitor's limit.
  const foreignRequests = rateLimit({ max: rates.requests, per: minute, now })

  const app = new Hono<ServiceEnv>()
  app.use(measured(metrics, now), securityHeaders(config.url.startsWith('https:')))
  app.route('/', healthApp(database.query, ['wallet']))
  app.get('/metrics', (c) => {
    const { metricsToken } = config
    const isAllowed =
      metricsToken === undefined
        ? isThisMachine(remoteAddress(c)) &&
          isNameOfThisMachine(new URL(c.req.url).hostname) &&
          c.req.header('x-forwarded-for') === undefined
        : isSame(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`)
    if (!isAllowed) throw new Refused('request/not-found')
    return c.text(metrics.text(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
  })

  app.route(
    nodePath,
    nodeRoutes(config, {
      calls: rateLimit({ max: rates.calls, per: minute, now }),
      health,
      requireUser: async (c) => {
        await proven(parts)(c, nothing)
        await loggedIn(parts)(c, nothing)
      },
      onRefused: (code) => metrics.count('refusals', code),
      onError,
    }),
  )
  const guarded: readonly MiddlewareHandler<ServiceEnv>[] = [
    plainPath(),
    async (c, next) => {
      c.set('network', clientNetwork(c, config.proxies ?? 0))
      takeRate(isFromOtherOrigin(c) ? foreignRequests : requests, c.var.network)
      await next()
    },
    bodyLimit({
      maxSize: largestBody,
      onError: (c) => {
        // Closes the connection instead of reading the rest of the body.
        c.header('connection', 'close')
        return refuse(c, new Refused('request/too-large'))
      },
    }),
  ]
  // Refuses requests from pages of other sites before they count. So these pages can't use up the visitor's limit.
  app.use('/api/*', sameOrigin(config.url), ...guarded)
  for (const button of ['/device/approve', '/device/removal']) app.use(button, sameOrigin(config.url))
  // A link in a mail can open these pages. Their buttons send requests from the page itself.
  app.use('/device/*', openedByVisitor(), ...guarded)
  app.use('/social/*', openedByVisitor(), ...guarded)

  const publicConfig: ServiceConfig = {
    origins: config.origins,
    ...behindService(config),
    approveInFrame: config.approveInFrame ?? [],
    socials: [...clients.keys()],
    socialOnPage: config.socialOnPage ?? false,
    farcaster: farcaster !== undefined,
  }
  app.get('/api/config', (c) => c.json(publicConfig))
  app.use('/api/*', proven(parts))
  app.route('/api/login', loginRoutes(parts, config))
  const social = { ...config, clients, onError }
  app.route('/api/login/social', socialLoginRoutes(parts, social))
  app.route('/api/login/farcaster', farcasterRoutes(parts, { ...config, farcaster, onError }))
  app.post('/api/session', refreshHandler(parts))
  app.delete('/api/session', signOutHandler(parts))
  app.use('/api/*', loggedIn(parts))
  app.get('/api/user', async (c) => c.json(await readUser(database.query, c.var.loggedIn.user)))
  app.route('/api/wallet/passkeys', passkeyRoutes(parts))
  app.route('/api/wallet', walletRoutes(parts))
  app.route('/api/devices', devicesRoutes(parts))
  app.route('/api/email', emailRoutes(parts, config))
  app.route('/device', deviceRoutes(parts))
  app.route('/social', socialPageRoutes(parts, social))
  app.get('/loading', loadingHandler())
  if (assets !== undefined) {
    // The link to the page where the visitor manages the wallet. The link opens the same page as the frame, but in its own
    // window.
    app.get(`/${frameDefaults.dashboardPath}`, (c) => c.redirect('/sdk'))
    app.route('/sdk', assetRoutes(assets, pagePolicy({ connect: [], ancestors: config.origins })))
  }

  app.notFound((c) => refuse(c, new Refused('request/not-found')))
  app.onError((error, c) => {
    if (!(error instanceof Refused)) onError(error)
    return refuse(c, error instanceof Refused ? error : new Refused('service/failed'))
  })
  return app

  function refuse(c: Parameters<MiddlewareHandler>[0], { code, message, retryAfter }: Refused): Response {
    metrics.count('refusals', code)
    if (retryAfter !== undefined) c.header('retry-after', String(retryAfter))
    return c.json({ code, message }, statusOf(code))
  }
}

const nothing = async () => {}

/** Accepts only requests that a device has signed. Accepts each of them only once. */
function proven({ database, lifetimes, now }: ServiceParts): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const { device, proof } = await proveDevice(c, { now: now(), tolerance: lifetimes.clock })
    // The time in a proof can differ from now by the tolerance, in both directions. So the proof is remembered for twice the
    // tolerance.
    await spendProof(database.query, proof, new Date(now() + 2 * lifetimes.clock))
    c.set('device', device)
    await next()
  }
}

/** Accepts only requests with an access token of the device that signed the request. */
function loggedIn({ database, now }: ServiceParts): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const [, access] = /^Bearer ([\w-]{43})$/.exec(c.req.header('authorization') ?? '') ?? []
    if (access === undefined) throw new Refused('session/none')
    const found = await findSession(database.query, { access, device: c.var.device, now: now() })
    if (!found) throw new Refused('session/ended')
    c.set('loggedIn', found)
    await next()
  }
}

function measured(metrics: Metrics, now: () => number): MiddlewareHandler {
  return async (c, next) => {
    const began = now()
    await next()
    // Uses the matched route, because the requested path can be any text.
    const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'other'
    metrics.took(`${c.req.method} ${route}`, now() - began)
  }
}

/** @throws When an origin is invalid. The error names the origin. */
function checkedConfig(config: WalletServiceConfig): WalletServiceConfig {
  for (const origin of [config.url, ...config.origins]) {
    if (!isOrigin(origin))
      throw latchkeyError('validation/invalid-input', {
        values: { field: 'origins', reason: `${origin} isn't an origin, such as https://app.example` },
      })
  }
  for (const origin of config.approveInFrame ?? []) {
    const reason = whyUntrusted(origin, config.origins)
    if (reason)
      throw latchkeyError('validation/invalid-input', { values: { field: 'approveInFrame', reason } })
  }
  return config
}

function isThisMachine(address: string): boolean {
  return /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address)
}

/** A hostile page could point its own host name at this machine. Requests with that host name are refused. */
function isNameOfThisMachine(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

function statusOf(code: RefusalCode): ContentfulStatusCode {
  return refusals[code][0]
}
