import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { WebSocket } from 'ws'
import { type DevContext, type LoopbackServer, serveLoopback } from './loopback-server.ts'
import { sendText } from './web-sockets.ts'

/**
 * Serves HTTP and WebSocket in front of a node. The node answers every caller, so the gateway rejects callers that aren't allowed. It forwards only
 * complete requests and messages.
 * @param node The node's own address, such as `http://127.3.9.4:8545`, which stays private.
 */
export async function serveGateway(
  node: string,
  { allowedOrigins }: { readonly allowedOrigins?: readonly string[] | undefined },
): Promise<LoopbackServer> {
  // The gateway closes idle connections before the node does. If the node closed a connection first, the next request could be
  // lost.
  const agent = new Agent({ keepAlive: true, timeout: 4000 })
  const { WebSocket } = await import('ws')
  const server = await serveLoopback({
    allowedOrigins,
    bodyLimit: 8_000_000,
    routes: (app) => app.all('*', (c) => forwarded(node, agent, c)),
    accept(client, { pathname, search }) {
      const { host } = new URL(node)
      join(client, new WebSocket(`ws://${host}${pathname}${search}`, { perMessageDeflate: false }))
    },
  })
  return {
    ...server,
    async stop() {
      await server.stop()
      agent.destroy()
    },
  }
}

async function forwarded(node: string, agent: Agent, c: DevContext): Promise<Response> {
  const { body, signal } = c.var
  const { pathname, search } = new URL(c.req.url)
  const contentType = c.req.header('content-type')
  const headers = {
    ...(contentType !== undefined && { 'content-type': contentType }),
    'content-length': body.length,
  }
  const asking = request(new URL(pathname + search, node), { method: c.req.method, headers, agent, signal })
  // A request can fail after its answer began. This listener then prevents an uncaught error.
  asking.on('error', () => {})
  const { outgoing } = c.env
  const [answer] = (await once(asking.end(body), 'response').catch(() => [])) as [IncomingMessage?]
  // A dead node doesn't answer, so close the connection without an answer.
  if (!answer) outgoing.destroy()
  if (!answer) return c.var.answered
  const type = answer.headers['content-type']
  outgoing.statusCode = answer.statusCode ?? 502
  if (type !== undefined) outgoing.setHeader('content-type', type)
  await pipeline(answer, outgoing)
  return c.var.answered
}

/** Forwards messages in both directions. If one side closes, the other side is closed too. */
export function join(client: WebSocket, node: WebSocket): void {
  client.pause()
  node.on('open', () => client.resume())
  node.on('error', () => client.terminate())
  node.on('close', () => client.close())
  client.on('close', () => node.terminate())
  // Nodes expect JSON as text, even if the client sent the JSON as binary.
  client.on('message', (data) => sendText(node, String(data)))
  node.on('message', (data) => sendText(client, String(data)))
}
