import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { WebSocket } from 'ws'
import { callerRule } from './callers.ts'
import { HttpRefusal, NoAnswer } from './http-refusal.ts'
import { bodyReader } from './request-body.ts'
import { webSockets } from './web-sockets.ts'

/** A complete request from an allowed caller. */
export interface LocalRequest {
  readonly method: string
  /** The raw path and query, starting with a slash. */
  readonly target: string
  readonly url: URL
  readonly contentType: string | undefined
  readonly authorization: string | undefined
  /** The page's origin; undefined for a program. */
  readonly origin: string | undefined
  readonly body: Buffer
  /** Aborted when the client disconnects before the answer. */
  readonly signal: AbortSignal
}

export interface LocalAnswer {
  /** Default: 200. */
  readonly status?: number | undefined
  readonly contentType?: string | undefined
  readonly body?: string | Buffer | Readable | undefined
}

export interface LoopbackServerOptions {
  /** @throws HttpRefusal, NoAnswer */
  readonly answer: (request: LocalRequest) => LocalAnswer | Promise<LocalAnswer>
  /** Handles WebSocket connections. Absent: none are accepted. */
  readonly accept?: ((socket: WebSocket, url: URL) => void | Promise<void>) | undefined
  /** Origins of pages that may call, besides those of this machine. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** Whether visitors may navigate here from pages of other sites. Default: false. */
  readonly allowNavigation?: boolean | undefined
  /** The limit of a body and of a message, in bytes. Default: 4,000,000. */
  readonly bodyLimit?: number | undefined
  /** The WebSocket ping interval, in ms. Default: 15 s. */
  readonly pingEvery?: number | undefined
  /** Default: one that the operating system picks. */
  readonly port?: number | undefined
}

export interface LoopbackServer {
  readonly port: number
  /** `http://127.0.0.1:…` */
  readonly url: string
  /** Closes every connection; clients may reconnect at once. */
  drop(): void
  /** While true, the server rejects new connections. */
  refuse(refuses: boolean): void
  /** Closes every connection and the port. Further calls do nothing. */
  stop(): Promise<void>
}

/** Limits in ms. A browser and a node's client need a fraction of them. */
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 }
/** Far more than a test run opens. */
const mostConnections = 2000
/** How long a client that is still sending may take to read the rejection, in ms. */
const parting = 250

/**
 * An HTTP server on 127.0.0.1 with the limits of every devnet server: who may call (`callers.ts`), how much and for how
 * long. A client's input, or its absence, can only end its own connection.
 */
export async function serveLoopback(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const {
    answer,
    accept,
    allowedOrigins,
    allowNavigation = false,
    bodyLimit = 4_000_000,
    pingEvery = 15_000,
    port = 0,
  } = options
  const isAllowedCaller = callerRule(allowedOrigins)
  const bodies = bodyReader(bodyLimit)
  const server = createServer(limits, (request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  server.maxConnections = mostConnections
  const connections = new Set<Duplex>()
  let refusing = false
  server.on('connection', (socket) => {
    if (refusing) return void socket.destroy()
    connections.add(socket)
    // Keep this listener even after another handler takes the socket: its error must end only this socket.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => connections.delete(socket))
  })
  const sockets = accept && (await webSockets({ maxPayload: bodyLimit, pingEvery }))
  if (accept && sockets)
    server.on('upgrade', (request, socket, head) => {
      const url = urlOf(request)
      if (!isAllowedCaller(request.headers)) return refuseUpgrade(socket, '403 Forbidden')
      if (!url) return refuseUpgrade(socket, '400 Bad Request')
      sockets.take(request, socket, head, (taken) => {
        // Call it at once. If it throws, only this socket ends.
        const accepted = (async () => accept(taken, url))()
        accepted.catch(() => taken.terminate())
      })
    })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const caller = isAllowedCaller(
      allowNavigation && isVisit(request) ? { host: request.headers.host } : request.headers,
    )
    if (caller?.origin !== undefined) {
      response.setHeader('access-control-allow-origin', caller.origin)
      response.setHeader('access-control-allow-headers', '*')
    }
    response.setHeader('vary', 'origin')
    response.setHeader('cache-control', 'no-store')
    let { status = 200, contentType, body }: LocalAnswer = {}
    try {
      if (!caller) throw new HttpRefusal(403, 'Only pages and programs of this machine may ask')
      ;({ status = 200, contentType, body } = await answerTo(request, response))
    } catch (error) {
      if (error instanceof NoAnswer || (request.destroyed && !request.complete))
        return void response.destroy()
      if (!request.complete) part(request, response)
      const known = error instanceof HttpRefusal
      status = known ? error.status : 500
      contentType = 'text/plain; charset=utf-8'
      body = known ? error.message : `The local node failed: ${String(error)}`
    }
    response.statusCode = status
    if (contentType !== undefined) response.setHeader('content-type', contentType)
    if (typeof body === 'object' && !Buffer.isBuffer(body)) return pipeline(body, response)
    response.end(body)
  }

  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<LocalAnswer> {
    const url = urlOf(request)
    if (!url) throw new HttpRefusal(400, 'Invalid request')
    if (request.method === 'OPTIONS') return {}
    const leaving = new AbortController()
    response.on('close', () => leaving.abort())
    return answer({
      method: request.method ?? 'GET',
      target: url.pathname + url.search,
      url,
      contentType: request.headers['content-type'],
      authorization: request.headers.authorization,
      origin: request.headers.origin,
      body: await bodies.read(request),
      signal: leaving.signal,
    })
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const drop = () => {
    for (const socket of connections) socket.destroy()
  }
  let stopping: Promise<void> | undefined
  const at = (server.address() as AddressInfo).port
  return {
    port: at,
    url: `http://127.0.0.1:${at}`,
    drop,
    refuse(refuses) {
      refusing = refuses
    },
    stop: () =>
      (stopping ??= (async () => {
        sockets?.stop()
        const closed = once(server, 'close')
        server.close()
        drop()
        await closed
      })()),
  }
}

/** Whether the request is a navigation: the visitor sees its response, and no page can read it. */
function isVisit({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['sec-fetch-dest'] === 'document'
}

/** Undefined for a target that isn't a path. */
function urlOf({ url = '/' }: IncomingMessage): URL | undefined {
  // A target that starts with two slashes would name a host.
  if (!url.startsWith('/') || url.startsWith('//')) return undefined
  return URL.canParse(url, 'http://127.0.0.1') ? new URL(url, 'http://127.0.0.1') : undefined
}

/** Answers a client that hasn't sent everything: discards the rest and then closes the connection. */
function part(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close')
  request.on('error', () => {})
  request.resume()
  setTimeout(() => request.destroy(), parting).unref()
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy())
}
