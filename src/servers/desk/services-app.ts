import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { catalogueHandler } from '../catalogue/catalogue-handler.ts'
import { DataRefusal } from '../data/data-refusal.ts'
import type { DataAnswer, DataRequest } from '../data/requests.ts'
import type { Query } from '../database/database.ts'
import { healthApp } from '../health.ts'
import { projectConfigHandler, projectConfigPaths } from '../project-config/project-config-handler.ts'
import { telemetryHandler, telemetryPath } from '../telemetry/telemetry-handler.ts'
import type { TelemetryEvent } from '../telemetry/wire-event.ts'
import { clientAddress, clientNetwork } from '../wallet-service/http/network-of.ts'
import { type RateLimit, rateLimit } from '../wallet-service/http/rate-limit.ts'
import { guardData, isForeign, refuseForeign, requestSourceOf } from './data-guard.ts'
import { measured } from './measured.ts'
import type { DeskMetrics } from './metrics.ts'
import { defaultRates, type PublicServicesOptions } from './options.ts'

export interface ServicesAppOptions extends PublicServicesOptions {
  readonly keep: (event: TelemetryEvent) => Promise<void>
  readonly query: Query
  readonly metrics: DeskMetrics
  readonly proxies: number
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** The maximum size of a request's body, in bytes. No service accepts a larger body. */
const largestBody = 1_100_000
const minute = 60_000

/**
 * The public services, as an app without a port of its own. The services use no cookies, so CORS lets every page read their
 * answers. The project's settings decide which pages can use the data service and send events.
 */
export function servicesApp(options: ServicesAppOptions): Hono {
  const { projects, catalogue, data, keep, query, metrics, proxies, now, onError } = options
  const rates = { ...defaultRates, ...options.rates }
  const perMinute = (max: number) => rateLimit({ max, per: minute, now })
  const requests = perMinute(rates.requests)
  const foreignRequests = perMinute(rates.requests)
  const events = perMinute(rates.events)
  const eventsOfProject = perMinute(rates.eventsOfProject)
  const networkOf = (c: Context) => clientNetwork(c, proxies)

  const app = new Hono()
  app.use(measured(metrics, now), headers)
  app.route('/', healthApp(query, data ? ['telemetry', 'history'] : ['telemetry']))
  app.use(sharing)
  app.use('*', async (c, next) => {
    const [all, id, source] = [projects(), c.req.query('projectId') || undefined, requestSourceOf(c)]
    if (!isForeign(all, id, source)) takeRate(c, requests, networkOf(c))
    // Requests from pages outside the allowlist are refused before they count, or count separately. So these pages can't use up
    // the visitor's limit for the host's pages.
    else if (/^\/v1(\/|$)/.test(c.req.path)) refuseForeign(all, { method: c.req.method, id }, source)
    else takeRate(c, foreignRequests, networkOf(c))
    await next()
  })
  const limited = bodyLimit({
    maxSize: largestBody,
    onError: (c) => {
      // Closes the connection instead of reading the rest of the body.
      c.header('connection', 'close')
      return answer(c, refused(new DataRefusal(413, 'body', 'It is too large')))
    },
  })
  app.use('*', (c, next) => (mayHaveBody(c) ? limited(c, next) : next()))

  const config = projectConfigHandler(projects)
  for (const path of projectConfigPaths)
    app.all(path, (c) => answer(c, config({ method: c.req.method, url: new URL(c.req.url) })))

  const telemetry = telemetryHandler({ projects, keep })
  app.all(telemetryPath, async (c) => {
    const taken = await telemetry({
      ...(await requestOf(c)),
      origin: c.req.header('origin'),
      admit(project) {
        takeRate(c, events, networkOf(c))
        takeRate(c, eventsOfProject, project)
      },
    })
    metrics.count('events', taken.status === 202 ? 'taken' : 'refused')
    return answer(c, taken)
  })

  if (catalogue) {
    const list = catalogueHandler(catalogue)
    const listed = (c: Context) => {
      const { status, contentType, body, keep } = list(c.req.method, new URL(c.req.url))
      if (keep) c.header('cache-control', keep)
      return c.body(body, status as ContentfulStatusCode, { 'content-type': contentType })
    }
    for (const path of ['/getWallets', '/getWalletImage/*', '/public/*']) app.all(path, tagged, listed)
  }

  if (data) {
    const guard = guardData(projects)
    const passed = async (c: Context) => {
      // The request itself counts as one call.
      const spend = (calls: number) => takeRate(c, requests, networkOf(c), calls - 1)
      const client = clientAddress(c, proxies) || undefined
      const request = { ...(await requestOf(c)), spend, client }
      guard(request, requestSourceOf(c))
      return answer(c, await data(request))
    }
    app.all('/v1', passed)
    app.all('/v1/*', passed)
  }

  app.notFound((c) => answer(c, refused(new DataRefusal(404, 'path', 'Not found'))))
  app.onError((error, c) => {
    if (!(error instanceof DataRefusal)) onError(error)
    return answer(
      c,
      refused(error instanceof DataRefusal ? error : new DataRefusal(503, 'service', 'It could not be done')),
    )
  })
  return app

  function answer(c: Context, { status, contentType, body, retryAfter }: DataAnswer): Response {
    if (retryAfter !== undefined) c.header('retry-after', retryAfter)
    if (status === 204) return c.body(null, status)
    if (status >= 400) metrics.count('refusals', String(status))
    return c.body(body, status as ContentfulStatusCode, { 'content-type': contentType })
  }
}

const headers: MiddlewareHandler = async (c, next) => {
  c.header('x-content-type-options', 'nosniff')
  c.header('referrer-policy', 'no-referrer')
  // Pages of other origins show the catalogue's images. The policy stops scripts in an SVG that is opened directly.
  c.header('cross-origin-resource-policy', 'cross-origin')
  c.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  c.header('cache-control', 'no-store')
  await next()
}

/** Answers 304 if the browser already has the same content. Pages of other origins can read this answer too. */
const tagged = etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'access-control-allow-origin'] })

/**
 * Lets pages of all origins send events. `sendBeacon` always sends credentials, so browsers require the page's exact origin in
 * the answer instead of `*`. The service ignores cookies.
 */
const eventsSharing = cors({ origin: (origin) => origin, allowMethods: ['POST'], credentials: true })
const usualSharing = cors({
  origin: '*',
  allowMethods: ['GET', 'POST'],
  exposeHeaders: ['retry-after'],
  maxAge: 86_400,
})
const sharing: MiddlewareHandler = (c, next) => {
  if (c.req.path === telemetryPath) return eventsSharing(c, next)
  if (c.req.method === 'OPTIONS') return usualSharing(c, next)
  // `cors` creates a response before the handler does. The server would then send the answer as a stream, which takes 1 ms longer.
  c.header('access-control-allow-origin', '*')
  c.header('access-control-expose-headers', 'retry-after')
  return next()
}

/** If the server asked for the body of a `GET`, Hono would create a complete `Request`, which takes longer than the routing. */
function mayHaveBody({ req }: Context): boolean {
  return req.method !== 'GET' && req.method !== 'HEAD'
}

function takeRate(c: Context, limit: RateLimit, client: string, cost = 1): void {
  const wait = limit.take(client, cost)
  if (wait === 0) return
  c.header('retry-after', String(Math.ceil(wait / 1000)))
  throw new DataRefusal(429, 'rate', 'Too many requests')
}

async function requestOf(c: Context): Promise<DataRequest> {
  const { method, raw } = c.req
  const body = mayHaveBody(c) ? await c.req.text() : ''
  return { method, url: new URL(c.req.url), body, signal: raw.signal }
}

function refused({ status, body }: DataRefusal): DataAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify(body) }
}
