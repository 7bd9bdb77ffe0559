import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { networkOf, widerNetwork } from './wallet-service/http/network-of.ts'

export interface Listening {
  /** An origin such as `http://127.0.0.1:3101`. */
  readonly address: string
  /** Closes the port and all connections. */
  close(): Promise<void>
}

export interface ListenOptions {
  readonly host: string
  /** 0 chooses any free port. */
  readonly port: number
  /**
   * The number of the host's proxies in front of the server. With a proxy, the sockets of a client network aren't limited,
   * because all of them come from the proxy. Default: 0.
   */
  readonly proxies?: number | undefined
  /** How many ms a client can take to send a request. Default: 20 s. */
  readonly patience?: number | undefined
  /**
   * The maximum number of open sockets per client network (an IPv4 address or an IPv6 /64). Default: 1024, because many visitors can share an
   * address.
   */
  readonly sockets?: number | undefined
}

const usualPatience = 20_000
/**
 * How long an idle connection stays open, in ms. Many load balancers keep idle connections open for 60 s. If the server closed a
 * connection earlier than the load balancer, a request on its way would be lost.
 */
const keepAlive = 65_000
const usualSockets = 1024
/** The factor by which the limit of sockets rises for the next wider network, such as an IPv4 /24. */
const growth = 4
/** The maximum number of open sockets in total. */
const mostSockets = 16_384

/**
 * Listens on a port. Limits how long a client takes to send a request, and how many sockets it opens.
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

/** Returns a listener that closes the sockets of a network above its limit. Wider networks have higher limits, because they have more clients. */
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
