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

/** A request that was read whole, of a caller that may ask. */
export interface LocalRequest {
  readonly method: string
  /** Path and query, as they came: it begins with a slash. */
  readonly target: string
  readonly url: URL
  readonly contentType: string | undefined
  readonly authorization: string | undefined
  /** Of the page that asks; a program has none. */
  readonly origin: string | undefined
  readonly body: Buffer
  /** Aborted when the client leaves before it is answered. */
  readonly signal: AbortSignal
}

export interface LocalAnswer {
  /** Default 200. */
  readonly status?: number | undefined
  readonly contentType?: string | undefined
  readonly body?: string | Buffer | Readable | undefined
}

export interface LoopbackServerOptions {
  /** @throws HttpRefusal, NoAnswer */
  readonly answer: (request: LocalRequest) => LocalAnswer | Promise<LocalAnswer>
  /** Takes the websockets. Absent: there are none. */
  readonly accept?: ((socket: WebSocket, url: URL) => void | Promise<void>) | undefined
  /** Of the pages, beside those of this machine. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** Whether visitors may come from pages of other sites, as they come to a page that is linked. Default false. */
  readonly visits?: boolean | undefined
  /** Of one body and of one message, in bytes. Default 4,000,000. */
  readonly bodyLimit?: number | undefined
  /** How often websockets are pinged, in ms. Default 15 s. */
  readonly pingEvery?: number | undefined
  /** Default: one that the operating system picks. */
  readonly port?: number | undefined
}

export interface LoopbackServer {
  readonly port: number
  /** `http://127.0.0.1:…` */
  readonly url: string
  /** Cuts every connection; clients may come back at once. */
  drop(): void
  /** While it refuses, nobody can connect. */
  refuse(refuses: boolean): void
  /** Cuts every connection and closes the port. Calling it again is harmless. */
  stop(): Promise<void>
}

/** In ms. A browser and a node's client need a fraction of it. */
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 }
/** Far more than a test run opens. */
const mostConnections = 2000
/** How long a client that is still sending may take to read that it was refused, in ms. */
const parting = 250

/**
 * An HTTP server of this machine, on 127.0.0.1, with the bounds that every server of the devnet has: who may ask
 * (`callers.ts`), how much, and for how long. What a client sends, or leaves out, ends nothing but its own connection.
 */
export async function serveLoopback(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const {
    answer,
    accept,
    allowedOrigins,
    visits = false,
    bodyLimit = 4_000_000,
    pingEvery = 15_000,
    port = 0,
  } = options
  const mayAsk = callerRule(allowedOrigins)
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
    // Whatever becomes of it, and whoever has it then: an error of a socket is the end of that socket only.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => connections.delete(socket))
  })
  const sockets = accept && (await webSockets({ maxPayload: bodyLimit, pingEvery }))
  if (accept && sockets)
    server.on('upgrade', (request, socket, head) => {
      const url = urlOf(request)
      if (!mayAsk(request.headers)) return refuseUpgrade(socket, '403 Forbidden')
      if (!url) return refuseUpgrade(socket, '400 Bad Request')
      sockets.take(request, socket, head, (taken) => {
        // It runs at once, and what it throws ends this socket only.
        const accepted = (async () => accept(taken, url))()
        accepted.catch(() => taken.terminate())
      })
    })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const caller = mayAsk(visits && isVisit(request) ? { host: request.headers.host } : request.headers)
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

/** Somebody goes to a page: what that answers is shown to them, and is read by no page. */
function isVisit({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['sec-fetch-dest'] === 'document'
}

/** Undefined for a target that is no path. */
function urlOf({ url = '/' }: IncomingMessage): URL | undefined {
  // What begins with two slashes would name a host.
  if (!url.startsWith('/') || url.startsWith('//')) return undefined
  return URL.canParse(url, 'http://127.0.0.1') ? new URL(url, 'http://127.0.0.1') : undefined
}

/** Answers a client that has not sent everything: the rest is thrown away, and then the connection ends. */
function part(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close')
  request.on('error', () => {})
  request.resume()
  setTimeout(() => request.destroy(), parting).unref()
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy())
}
