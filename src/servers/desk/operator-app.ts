import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { withTimeout } from '../../core/async/deadline.ts'
import { systemClock } from '../../platform/system-clock.ts'
import { historyLag } from '../data/stored-index/lag.ts'
import type { Database } from '../database/database.ts'
import { healthApp } from '../health.ts'
import type { Projects } from '../project-config/projects.ts'
import { countDays, countEvents, listEvents } from '../telemetry/read-events.ts'
import { clientNetwork } from '../wallet-service/http/network-of.ts'
import { rateLimit } from '../wallet-service/http/rate-limit.ts'
import { measured } from './measured.ts'
import type { DeskMetrics } from './metrics.ts'
import { isToken, loginLasts, operatorLogins } from './operator-token.ts'
import type { OperatorPagesOptions } from './options.ts'
import { eventsPage } from './pages/events.ts'
import { asEventFilter, readFilter } from './pages/filter.ts'
import { funnelsPage } from './pages/funnels.ts'
import { loginPage, problemPage } from './pages/login.ts'
import { overviewPage } from './pages/overview.ts'
import { style } from './pages/style.ts'

export interface OperatorAppOptions extends OperatorPagesOptions {
  readonly url: string
  readonly database: Database
  readonly projects: () => Projects
  /** The services and their addresses. The address is undefined if the service doesn't run. */
  readonly services: readonly (readonly [name: string, address: string | undefined])[]
  readonly metrics: DeskMetrics
  readonly proxies: number
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** The maximum size of a request's body, in bytes. The only body is a form with a token. */
const largestBody = 4096
/**
 * The maximum number of wrong tokens that a client network (an IPv4 address or an IPv6 /64) may send
 * in 15 minutes.
 */
const tries = { max: 20, per: 15 * 60_000 } as const
const eventsOfPage = 50
/** How long the metrics wait for the database, in ms. A monitor waits longer for the metrics. */
const longestLag = 2000
const policy =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/**
 * The operator's pages, as an app without a port of its own. The pages change nothing. A request for a page must have the
 * operator's token as `authorization: Bearer`, or the cookie that the login form sets.
 * @throws When the token is too short.
 */
export function operatorApp(options: OperatorAppOptions): Hono {
  const {
    url,
    token,
    metricsToken = token,
    database,
    projects,
    services,
    metrics,
    proxies,
    now,
    onError,
  } = options
  const { query } = database
  const logins = operatorLogins(token, now)
  const wrong = rateLimit({ ...tries, now })
  const isSecure = url.startsWith('https:')
  const cookie = isSecure ? '__Host-desk' : 'desk'

  const lag = () =>
    withTimeout(
      systemClock,
      longestLag,
      () => historyLag(query),
      () => new Error('The database takes too long'),
    )

  const app = new Hono()
  app.use(measured(metrics, now), headers(isSecure))
  app.route('/', healthApp(query, ['telemetry', 'history']))
  app.get('/desk.css', (c) => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.get('/metrics', async (c) => {
    const given = bearer(c)
    if (given !== undefined && (isToken(given, metricsToken) || isToken(given, token)))
      // If the database doesn't answer, the metrics leave out only the lag of the history index. During an outage, the operator
      // needs the counters.
      return c.text(`${metrics.text()}${await lag().catch(() => '')}`, 200, {
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      })
    // A request without a token doesn't count as a wrong token. So pages of other sites, which can't send a token, can't use up
    // the operator's attempts.
    return c.text('The token is missing or wrong', given === undefined ? 401 : missed(c))
  })

  app.use(
    '*',
    sameOriginOnly(url),
    bodyLimit({ maxSize: largestBody, onError: (c) => c.text('Too large', 413) }),
  )
  app.post('/login', async (c) => {
    const given = (await c.req.parseBody()).token
    const login = typeof given === 'string' ? logins.open(given.trim()) : undefined
    if (login === undefined) {
      const status = missed(c)
      return c.html(
        loginPage(status === 429 ? 'Too many attempts. Wait 15 minutes.' : 'Wrong token.'),
        status,
      )
    }
    setCookie(c, cookie, login, {
      ...{ httpOnly: true, sameSite: 'Strict', secure: isSecure, path: '/', maxAge: loginLasts / 1000 },
    })
    return c.redirect('/', 303)
  })
  app.use('*', async (c, next) => {
    const given = bearer(c)
    if (given !== undefined ? isToken(given, token) : logins.has(getCookie(c, cookie))) return next()
    return c.html(loginPage(), given === undefined ? 401 : missed(c))
  })
  app.post('/logout', (c) => {
    logins.close(getCookie(c, cookie))
    deleteCookie(c, cookie, { path: '/', secure: isSecure })
    return c.redirect('/', 303)
  })

  app.get('/', async (c) => {
    const filter = readFilter(c.req.query())
    const asked = asEventFilter(filter, now())
    const [counts, days] = [await countEvents(query, asked), await countDays(query, asked)]
    return c.html(overviewPage({ filter, projects: projects(), services, counts, days }))
  })
  app.get('/events', async (c) => {
    const filter = readFilter(c.req.query())
    const found = await listEvents(query, asEventFilter(filter, now()), {
      before: filter.before,
      max: eventsOfPage + 1,
    })
    const events = found.slice(0, eventsOfPage)
    return c.html(
      eventsPage({ filter, projects: [...projects().keys()], events, hasMore: found.length > events.length }),
    )
  })
  app.get('/funnels', async (c) => {
    const filter = readFilter(c.req.query())
    const counts = await countEvents(query, asEventFilter(filter, now()))
    return c.html(
      funnelsPage({
        filter,
        projects: [...projects().keys()],
        counts: new Map(counts.map(({ name, count }) => [name, count])),
      }),
    )
  })

  app.notFound((c) => c.html(problemPage('Not found', "This page doesn't exist."), 404))
  app.onError((error, c) => {
    onError(error)
    return c.html(
      problemPage(
        'Something went wrong',
        "The server couldn't read this data. Check the server's log, then try again.",
      ),
      500,
    )
  })
  return app

  /** Counts a wrong token. Returns the status of the answer: 401, or 429 after too many wrong tokens. */
  function missed(c: Context): 401 | 429 {
    const wait = wrong.take(clientNetwork(c, proxies))
    if (wait === 0) return 401
    c.header('retry-after', String(Math.ceil(wait / 1000)))
    return 429
  }
}

function bearer(c: Context): string | undefined {
  return /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1]
}

function headers(isSecure: boolean): MiddlewareHandler {
  return async (c, next) => {
    c.header('content-security-policy', policy)
    c.header('x-content-type-options', 'nosniff')
    c.header('x-frame-options', 'DENY')
    c.header('referrer-policy', 'same-origin')
    c.header('cross-origin-resource-policy', 'same-origin')
    c.header('cross-origin-opener-policy', 'same-origin')
    c.header('cache-control', 'no-store')
    if (isSecure) c.header('strict-transport-security', 'max-age=31536000')
    await next()
  }
}

/** Refuses state-changing requests from pages of other sites (CSRF). The browser sets the checked headers, so a page can't forge them. */
function sameOriginOnly(own: string): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const origin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    if ((origin !== undefined && origin !== own) || (site !== undefined && site !== 'same-origin'))
      return c.text("Pages of other sites can't send this request", 403)
    return next()
  }
}
