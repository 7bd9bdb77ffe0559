import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { DataRefusal } from '../../servers/data/data-refusal.ts'
import type { CallerRule } from './callers.ts'
import { HttpRefusal } from './http-refusal.ts'
import { bodyReader } from './request-body.ts'

interface Env {
  readonly Bindings: HttpBindings
  readonly Variables: {
    readonly body: Buffer
    /** Aborts when the client disconnects before the answer. */
    readonly signal: AbortSignal
    /** A route returns this value if it has answered on Node's response itself. */
    readonly answered: Response
  }
}
export type DevApp = Hono<Env>
export type DevContext = Context<Env>

export interface DevAppOptions {
  /**
   * Adds the routes. They get only complete requests of allowed callers, and can throw `HttpRefusal`. If no route matches, the answer is 426 (Upgrade
   * Required).
   */
  readonly routes?: ((app: DevApp) => void) | undefined
  /** Whether links on other sites' pages can open these routes. Default: false. */
  readonly allowNavigation?: boolean | undefined
  /** Whether the routes answer preflights of allowed pages. Default: false, so the server answers the preflights itself. */
  readonly ownPreflights?: boolean | undefined
  /** The maximum size of a body and of a message, in bytes. Default: 4,000,000. */
  readonly bodyLimit?: number | undefined
}

/**
 * Returns the value that tells Hono's server that a route has answered on Node's response. The constant of `@hono/node-server`
 * doesn't always work. If another server of the process has already replaced the global `Response`, Hono's server sends the
 * constant as a second answer. This second answer fails, and cuts the connection.
 */
function alreadySent(): Response {
  const response = new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
  // Reading the body creates a native response, whose headers the server checks.
  void response.body
  return response
}

/** Limits in ms for a refused client that continues to send: the longest pause, and the total time. */
const parting = { pause: 500, most: 5000 }

/** Returns a request listener for Node. The routes get only complete requests of allowed callers. */
export function devApp(
  isAllowedCaller: CallerRule,
  { allowNavigation, bodyLimit, ownPreflights, routes }: DevAppOptions & { readonly bodyLimit: number },
): RequestListener {
  const bodies = bodyReader(bodyLimit)
  const app: DevApp = new Hono()
  app.use(async (c, next) => {
    const { incoming, outgoing } = c.env
    const { headers } = incoming
    const caller = isAllowedCaller(allowNavigation && isVisit(incoming) ? { host: headers.host } : headers)
    // Set the headers on Node's response, because a route may write its answer directly to this response.
    if (caller?.origin !== undefined) {
      outgoing.setHeader('access-control-allow-origin', caller.origin)
      outgoing.setHeader('access-control-allow-headers', '*')
    }
    outgoing.setHeader('vary', 'origin')
    outgoing.setHeader('cache-control', 'no-store')
    if (!caller) throw new HttpRefusal(403, 'Only pages and programs of this machine may ask')
    if (!urlOf(incoming)) throw new HttpRefusal(400, 'Invalid request')
    if (incoming.method === 'OPTIONS' && !ownPreflights) return c.body(null, 200, { 'content-length': '0' })
    const leaving = new AbortController()
    outgoing.on('close', () => leaving.abort())
    c.set('signal', leaving.signal)
    c.set('answered', alreadySent())
    c.set('body', await bodies.read(incoming))
    return next()
  })
  app.onError((error, { env: { incoming, outgoing } }) => {
    if (outgoing.headersSent || (incoming.destroyed && !incoming.complete)) {
      outgoing.destroy()
      return alreadySent()
    }
    const known = error instanceof HttpRefusal || error instanceof DataRefusal
    const text = known ? error.message : `The local node failed: ${String(error)}`
    outgoing.statusCode = known ? error.status : 500
    outgoing.setHeader('content-type', 'text/plain; charset=utf-8')
    if (incoming.complete) outgoing.end(text)
    else part(incoming, outgoing, text)
    return alreadySent()
  })
  routes?.(app)
  app.all('*', ({ env, var: { answered } }) => {
    env.outgoing.statusCode = 426
    env.outgoing.end('Upgrade Required')
    return answered
  })
  return (incoming, outgoing) => {
    const env = { incoming, outgoing }
    const listener = getRequestListener(app.fetch, {
      overrideGlobalObjects: false,
      // The library must not end requests that weren't read completely. The function `part` ends them.
      autoCleanupIncoming: false,
      errorHandler(error) {
        // The host and the target of the request don't form a URL.
        if (error instanceof RequestError)
          return app.fetch(new Request(urlOf(incoming) ?? 'http://127.0.0.1'), env)
        outgoing.destroy()
        return undefined
      },
    })
    listener(incoming, outgoing).catch(() => outgoing.destroy())
  }
}

/** Returns the URL of a request; undefined if its target isn't a path. */
export function urlOf({ url = '/' }: IncomingMessage): URL | undefined {
  // A target with two slashes at the start would name a host.
  if (!url.startsWith('/') || url.startsWith('//')) return undefined
  return URL.canParse(url, 'http://127.0.0.1') ? new URL(url, 'http://127.0.0.1') : undefined
}

/** Returns whether the request opens a page in the visitor's browser. If it does, no other page can read the answer. */
function isVisit({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['sec-fetch-dest'] === 'document'
}

/**
 * Answers a client that hasn't sent its whole request, and discards the rest. If the server closed the connection at once, the client would lose the
 * answer.
 */
function part(incoming: IncomingMessage, outgoing: ServerResponse, text: string): void {
  outgoing.setHeader('connection', 'close')
  // The length tells the client that the answer is complete.
  outgoing.setHeader('content-length', Buffer.byteLength(text))
  outgoing.write(text)
  let closing = false
  const close = () => {
    if (closing) return
    closing = true
    clearTimeout(quiet)
    clearTimeout(late)
    outgoing.end(() => incoming.destroy())
  }
  const quiet = setTimeout(close, parting.pause).unref()
  const late = setTimeout(close, parting.most).unref()
  incoming
    .on('error', () => {})
    .on('data', () => closing || quiet.refresh())
    .on('close', close)
    .on('end', close)
    .resume()
}
