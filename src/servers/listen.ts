import type { Server } from 'node:http'
import { type ServerType, serve } from '@hono/node-server'

export interface Listening {
  /** Such as `http://127.0.0.1:3101`. */
  readonly address: string
  /** Closes the port and all connections. */
  close(): Promise<void>
}

/**
 * Listens on a port.
 * @param fetch The request handler, such as a Hono app's `fetch`.
 * @param port 0 for any free port.
 * @throws When the port is taken.
 */
export async function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const server: ServerType = serve({ fetch, hostname: host, port })
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

function addressOf(server: ServerType): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}
