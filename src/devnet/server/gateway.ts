import { Agent, type IncomingMessage, request } from 'node:http'
import type { WebSocket } from 'ws'
import { NoAnswer } from './http-refusal.ts'
import { type LocalAnswer, type LocalRequest, type LoopbackServer, serveLoopback } from './loopback-server.ts'
import { sendText } from './web-sockets.ts'

/**
 * Serves HTTP and WebSocket in front of a node that answers everyone. Rejects callers that aren't allowed, and forwards
 * only complete requests and messages.
 *
 * @param node The node's own address, such as `http://127.3.9.4:8545`, which stays private.
 */
export async function serveGateway(
  node: string,
  { allowedOrigins }: { readonly allowedOrigins?: readonly string[] | undefined },
): Promise<LoopbackServer> {
  // Close idle connections before the node does, which might be in the middle of the next request.
  const agent = new Agent({ keepAlive: true, timeout: 4000 })
  const { WebSocket } = await import('ws')
  const server = await serveLoopback({
    allowedOrigins,
    bodyLimit: 8_000_000,
    answer: (asked) => forwarded(node, agent, asked),
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

function forwarded(node: string, agent: Agent, asked: LocalRequest): Promise<LocalAnswer> {
  const { method, target, contentType, body, signal } = asked
  return new Promise((resolve, reject) => {
    const told = (answer: IncomingMessage) =>
      resolve({ status: answer.statusCode, contentType: answer.headers['content-type'], body: answer })
    const headers = {
      ...(contentType !== undefined && { 'content-type': contentType }),
      'content-length': body.length,
    }
    const url = new URL(target, node)
    request(url, { method, headers, agent, signal }, told)
      .on('error', (error) => reject(new NoAnswer(error.message)))
      .end(body)
  })
}

/** Forwards messages in both directions. When one side closes, closes the other. */
function join(client: WebSocket, node: WebSocket): void {
  client.pause()
  node.on('open', () => client.resume())
  node.on('error', () => client.terminate())
  node.on('close', () => client.close())
  client.on('close', () => node.terminate())
  // Nodes expect JSON as text, so send binary messages as text too.
  client.on('message', (data) => sendText(node, String(data)))
  node.on('message', (data) => sendText(client, String(data)))
}
