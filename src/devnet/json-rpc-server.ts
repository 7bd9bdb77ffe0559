import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a method throws to answer with an error object. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal'
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

/** Methods by name; each takes its parameters as they come: a list, an object, or nothing. */
export type RpcMethods = Readonly<Record<string, (params: unknown) => unknown>>

export interface JsonRpcServer {
  readonly url: string
  stop(): Promise<void>
}

/** Serves methods as JSON-RPC 2.0 over HTTP on loopback, single or batched, on a port that the operating system picks. */
export async function serveJsonRpc(methods: RpcMethods): Promise<JsonRpcServer> {
  const server = createServer(async (request, response) => {
    // A page may ask a real node too.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('content-type', 'application/json')
    if (request.method !== 'POST') return void response.writeHead(204).end()
    response.end(JSON.stringify(answerTo(methods, await bodyOf(request))))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function answerTo(methods: RpcMethods, body: string): unknown {
  let said: unknown
  try {
    said = JSON.parse(body)
  } catch {
    return { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }
  }
  return Array.isArray(said) ? said.map((call) => answer(methods, call)) : answer(methods, said)
}

function answer(methods: RpcMethods, call: unknown): object {
  const { id = null, method, params } = (call ?? {}) as Record<string, unknown>
  const envelope = { jsonrpc: '2.0', id }
  try {
    const run = typeof method === 'string' && Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!run) throw new RpcRefusal(-32601, 'Method not found')
    return { ...envelope, result: run(params) ?? null }
  } catch (error) {
    const { code, message, data } =
      error instanceof RpcRefusal ? error : new RpcRefusal(-32603, 'Internal error', String(error))
    return { ...envelope, error: { code, message, ...(data !== undefined && { data }) } }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
