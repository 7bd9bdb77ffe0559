import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { DataRefusal } from '../../servers/data/data-refusal.ts'
import type { CallerRule } from './callers.ts'
import { HttpRefusal } from './http-refusal.ts'
import { bodyReader } from './request-body.ts'

interface Env {
  readonly Bindings: HttpBindings
  readonly Variables: {
    readonly body: Buffer
    /** Aborted when the client disconnects before the answer. */
    readonly signal: AbortSignal
    /** The value to return from a route that wrote to Node's response itself. */
    readonly answered: Response
  }
}
export type DevApp = Hono<Env>
export type DevContext = Context<Env>

export interface DevAppOptions {
  /**
   * Adds the routes, which get complete requests of allowed callers. A route may throw `HttpRefusal`. A request without a route is
   * answered with 426 (Upgrade Required).
   */
  readonly routes?: ((app: DevApp) => void) | undefined
  /** Whether visitors may navigate here from pages of other sites. Default: false. */
  readonly allowNavigation?: boolean | undefined
  /**
   * Whether the routes answer the preflights of allowed pages. Default: false, so that the server itself allows each of these
   * preflights.
   */
  readonly ownPreflights?: boolean | undefined
  /** The limit of a body and of a message, in bytes. Default: 4,000,000. */
  readonly bodyLimit?: number | undefined
}

/** Limits for a client that was refused while it was still sending, in ms: for a pause, and in total. */
const parting = { pause: 500, most: 5000 }

/**
 * Makes a request listener for Node from a server's routes. The routes get only complete requests of allowed
 * callers.
 */
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
    // Set on Node's response, because a route may answer without Hono's.
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
    c.set('answered', RESPONSE_ALREADY_SENT)
    c.set('body', await bodies.read(incoming))
    return next()
  })
  app.onError((error, { env: { incoming, outgoing } }) => {
    if (outgoing.headersSent || (incoming.destroyed && !incoming.complete)) {
      outgoing.destroy()
      return RESPONSE_ALREADY_SENT
    }
    const known = error instanceof HttpRefusal || error instanceof DataRefusal
    const text = known ? error.message : `The local node failed: ${String(error)}`
    outgoing.statusCode = known ? error.status : 500
    outgoing.setHeader('content-type', 'text/plain; charset=utf-8')
    if (incoming.complete) outgoing.end(text)
    else part(incoming, outgoing, text)
    return RESPONSE_ALREADY_SENT
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
      // `part` cleans up.
      autoCleanupIncoming: false,
      errorHandler(error) {
        // The host and the target of the request don't form a URL, so the app refuses the request.
        if (error instanceof RequestError)
          return app.fetch(new Request(urlOf(incoming) ?? 'http://127.0.0.1'), env)
        outgoing.destroy()
        return undefined
      },
    })
    listener(incoming, outgoing).catch(() => outgoing.destroy())
  }
}

/** Returns the URL of a request. Undefined for a target that isn't a path. */
export function urlOf({ url = '/' }: IncomingMessage): URL | undefined {
  // A target that starts with two slashes would name a host.
  if (!url.startsWith('/') || url.startsWith('//')) return undefined
  return URL.canParse(url, 'http://127.0.0.1') ? new URL(url, 'http://127.0.0.1') : undefined
}

/** Returns whether the request is a navigation: the visitor sees its response, and no page can read it. */
function isVisit({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['sec-fetch-dest'] === 'document'
}

/**
 * Answers a client that hasn't sent its whole request, and discards the rest. If the server closed the connection while the client sends, the
 * connection would be reset, and the client would lose the answer.
 */
function part(incoming: IncomingMessage, outgoing: ServerResponse, text: string): void {
  outgoing.setHeader('connection', 'close')
  // With its length, the client recognizes the complete answer before the connection is closed.
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
