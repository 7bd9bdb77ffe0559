import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Cluster } from './cluster.ts'
import { answerTo, type RpcCall } from './rpc-answer.ts'
import { rpcMethods } from './rpc-methods.ts'
import { serveSubscriptions } from './subscriptions.ts'

export interface RpcServer {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Serves a cluster on loopback: JSON-RPC over HTTP on a port that the operating system picks, and the websocket on the next
 * one, where web3.js looks for it.
 */
export async function serveCluster(cluster: Cluster): Promise<RpcServer> {
  const methods = rpcMethods(cluster)
  const answer = (call: RpcCall) => answerTo(call, methods)
  const http = createServer(async (request, response) => {
    // A page may ask a real node too.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('content-type', 'application/json')
    if (request.method !== 'POST') return void response.writeHead(200).end()
    let said: unknown
    try {
      said = JSON.parse(await bodyOf(request))
    } catch {
      const error = { code: -32700, message: 'Parse error' }
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
    }
    response.end(JSON.stringify(Array.isArray(said) ? said.map(answer) : answer(said as RpcCall)))
  })
  const [port, subscriptions] = await neighbours(http, (next) => serveSubscriptions(cluster, next))
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await subscriptions.stop()
      await closed(http)
    },
  }
}

/** Two servers on neighbouring free ports. The second one may be taken: then another pair is tried. */
async function neighbours<T>(
  first: Server,
  startSecond: (port: number) => Promise<T>,
): Promise<readonly [number, T]> {
  for (let attempt = 1; ; attempt++) {
    first.listen(0, '127.0.0.1')
    await once(first, 'listening')
    const { port } = first.address() as AddressInfo
    try {
      return [port, await startSecond(port + 1)]
    } catch (error) {
      await closed(first)
      if (attempt === 20) throw error
    }
  }
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return
  const done = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await done
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
