import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { WebSocket } from 'ws'
import { loadPeer } from '../../servers/load-peer.ts'
import { callerRule } from './callers.ts'
import type { DevAppOptions, DevContext } from './dev-app.ts'
import { webSockets } from './web-sockets.ts'

export type { DevApp, DevContext } from './dev-app.ts'

export interface LoopbackServerOptions extends DevAppOptions {
  /** Handles WebSocket connections. Absent: none are accepted. */
  readonly accept?: ((socket: WebSocket, url: URL) => void | Promise<void>) | undefined
  /** Origins of pages that may call, besides those of this machine. */
  readonly allowedOrigins?: readonly string[] | undefined
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

/**
 * Limits in ms. A browser and a node's client need only a fraction of these times. Idle connections stay open: if the server closed one, a request on
 * its way would be lost.
 */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: 65_000,
}
/** Far more than a test run opens. */
const mostConnections = 2000

/**
 * Starts an HTTP server on 127.0.0.1 with the limits of every devnet server: who may call (`callers.ts`), how
 * much and for how long. A client's input, or its absence, can only end its own connection.
 *
 * @throws `config/peer-missing` without hono and @hono/node-server; `validation/invalid-input` for an invalid origin.
 */
export async function serveLoopback({
  routes,
  accept,
  allowedOrigins,
  allowNavigation,
  bodyLimit = 4_000_000,
  ownPreflights,
  pingEvery = 15_000,
  port = 0,
}: LoopbackServerOptions): Promise<LoopbackServer> {
  const isAllowedCaller = callerRule(allowedOrigins)
  const { devApp, urlOf } = await loadPeer(() => import('./dev-app.ts'), {
    feature: 'The devnet',
    install: 'npm install hono @hono/node-server',
  })
  const server = createServer(
    limits,
    devApp(isAllowedCaller, { allowNavigation, bodyLimit, ownPreflights, routes }),
  )
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
  const sockets = accept && (await webSockets(bodyLimit, pingEvery))
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

/** The answer of a handler that is independent of the HTTP server. */
export interface LocalAnswer {
  readonly status?: number | undefined
  readonly contentType: string
  readonly body: string | Buffer<ArrayBuffer>
}

/** Returns the request, for such a handler. */
export function requestOf(c: DevContext) {
  const { body, signal } = c.var
  const { method, url } = c.req
  return { method, url: new URL(url), body: body.toString('utf8'), signal, origin: c.req.header('origin') }
}

export function reply(c: DevContext, { status = 200, contentType, body }: LocalAnswer): Response {
  if (status === 204) return c.body(null, status)
  return c.body(body, status as ContentfulStatusCode, { 'content-type': contentType })
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy())
}
