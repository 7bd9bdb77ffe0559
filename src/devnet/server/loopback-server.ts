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
  /** Handles WebSocket connections. If absent, the server accepts none. */
  readonly accept?: ((socket: WebSocket, url: URL) => void | Promise<void>) | undefined
  /** The origins of pages that can call the server, besides pages of this machine. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** The interval of WebSocket pings, in ms. Default: 15 s. */
  readonly pingEvery?: number | undefined
  /** Default: a free port. */
  readonly port?: number | undefined
}

export interface LoopbackServer {
  readonly port: number
  /** A URL such as `http://127.0.0.1:3000`. */
  readonly url: string
  /** Closes all connections. Clients can reconnect at once. */
  drop(): void
  /** While true, the server rejects new connections. */
  refuse(refuses: boolean): void
  /** Closes all connections and the port. Further calls do nothing. */
  stop(): Promise<void>
}

/**
 * Limits in ms. Browsers and clients of nodes need far less time. Idle connections stay open for 65 s: if the server closed a
 * connection earlier, a request that is on its way could be lost.
 */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: 65_000,
}
/** A test run opens far fewer. */
const mostConnections = 2000

/**
 * Starts an HTTP server on 127.0.0.1. All servers that this function starts have the same rules for callers (`callers.ts`), and
 * the same time limits. A faulty client can end only its own connection.
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
    // This listener stays even after another handler takes the socket. An error ends only this socket.
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
        // If `accept` throws at once, only this socket ends.
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

/** An answer in a format that is independent of the HTTP server, for handlers that other servers use too. */
export interface LocalAnswer {
  readonly status?: number | undefined
  readonly contentType: string
  readonly body: string | Buffer<ArrayBuffer>
}

/** Returns the request in a format that is independent of the HTTP server, for the handlers that return a `LocalAnswer`. */
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
