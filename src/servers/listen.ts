import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { networkOf, widerNetwork } from './wallet-service/http/network-of.ts'

export interface Listening {
  /** Such as `http://127.0.0.1:3101`. */
  readonly address: string
  /** Closes the port and all connections. */
  close(): Promise<void>
}

export interface ListenOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** The number of the host's proxies in front of the server. With a proxy, all sockets come from it. Default: 0. */
  readonly proxies?: number | undefined
  /** How long a client may take to send a request, in ms. Default: 20 s. */
  readonly patience?: number | undefined
  /** Open sockets per client network (an IPv4 address or an IPv6 /64). Default: 1024, since many visitors may share an address. */
  readonly sockets?: number | undefined
}

const usualPatience = 20_000
/** In ms. Load balancers keep a connection open for 60 s. If the server closed the connection earlier, a request on its way would be lost. */
const keepAlive = 65_000
const usualSockets = 1024
/** The factor by which a wider network may open more sockets. */
const growth = 4
/** The most open sockets of all clients together. Systems let a process open more files than this. */
const mostSockets = 16_384

/**
 * Listens on a port. Limits how long a client may send its request, and how many sockets it may open.
 * @param fetch The request handler, such as a Hono app's `fetch`.
 * @throws When the port is taken.
 */
export async function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { host, port, proxies = 0, patience = usualPatience, sockets = usualSockets }: ListenOptions,
): Promise<Listening> {
  const server: ServerType = serve({
    ...{ fetch, hostname: host, port },
    serverOptions: {
      ...{ headersTimeout: patience, requestTimeout: patience, keepAliveTimeout: keepAlive },
      connectionsCheckingInterval: Math.min(patience / 2, 5000),
    },
  })
  server.maxConnections = mostSockets
  if (proxies === 0) server.on('connection', socketLimit(sockets))
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
  })
  return {
    address: addressOf(server),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        ;(server as Server).closeAllConnections()
      }),
  }
}

/**
 * Closes the sockets that a network opens beyond its limit. A wider network has a limit too, and may open more sockets, because it has more clients.
 */
function socketLimit(max: number): (socket: Socket) => void {
  const counts = new Map<string, number>()
  return (socket) => {
    const networks: string[] = []
    let most = max
    for (
      let each: string | undefined = networkOf(socket.remoteAddress ?? '');
      each;
      each = widerNetwork(each)
    ) {
      if ((counts.get(each) ?? 0) >= most) return void socket.destroy()
      networks.push(each)
      most *= growth
    }
    for (const each of networks) counts.set(each, (counts.get(each) ?? 0) + 1)
    socket.once('close', () => {
      for (const each of networks) {
        const left = (counts.get(each) ?? 1) - 1
        if (left > 0) counts.set(each, left)
        else counts.delete(each)
      }
    })
  }
}

function addressOf(server: ServerType): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}
