import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the proxy does with a broadcast. In all cases, the node gets the transaction. */
export type BroadcastFault = 'cut once' | 'cut' | 'gateway timeout' | 'internal error' | 'twice' | 'dies'

export interface LosingProxy {
  readonly url: string
  /** The node's answers to broadcasts. */
  readonly delivered: readonly string[]
  /** For each request, the JSON-RPC method, or the HTTP method and path if the request isn't JSON-RPC. */
  readonly asked: readonly string[]
  stop(): Promise<void>
}

const broadcasts =
  /"method":\s*"(eth_sendRawTransaction|sendTransaction|author_submitExtrinsic|broadcast_tx_sync)"/

/**
 * Starts a proxy in front of a real node. The proxy loses the node's answers to broadcasts.
 * @param instead Answers a JSON-RPC request in place of the node, and returns true. Returns false to let the node answer.
 */
export async function losingProxy(
  target: string,
  fault: BroadcastFault | undefined,
  instead: (
    call: { readonly id: unknown; readonly method: string },
    response: ServerResponse,
  ) => boolean = () => false,
): Promise<LosingProxy> {
  const delivered: string[] = []
  const asked: string[] = []
  let dead = false
  const server = createServer(async (request, response) => {
    if (dead) return void response.destroy()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const method = /"method":\s*"(\w+)"/.exec(body)?.[1]
    asked.push(method ?? `${request.method} ${request.url}`)
    if (method !== undefined && instead(JSON.parse(body), response)) return
    const forward = async () => {
      const found = await fetch(target.replace(/\/$/, '') + (request.url === '/' ? '' : request.url), {
        method: request.method ?? 'GET',
        ...(request.method === 'POST' && { body, headers: { 'content-type': 'application/json' } }),
      })
      return { status: found.status, type: found.headers.get('content-type') ?? '', text: await found.text() }
    }
    let answer = await forward()
    const isBroadcast = broadcasts.test(body) || (request.method === 'POST' && request.url === '/tx')
    if (isBroadcast) {
      delivered.push(answer.text)
      if (fault === 'cut' || (fault === 'cut once' && delivered.length === 1)) return void response.destroy()
      if (fault === 'dies') {
        dead = true
        response.destroy()
        return void server.closeAllConnections()
      }
      if (fault === 'gateway timeout') answer = { status: 504, type: 'text/html', text: '<h1>504</h1>' }
      if (fault === 'internal error') {
        const error = { code: -32603, message: 'Internal error' }
        answer = method
          ? {
              status: 200,
              type: 'application/json',
              text: JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, error }),
            }
          : { status: 500, type: 'text/plain', text: 'Internal Server Error' }
      }
      if (fault === 'twice') answer = await forward()
    }
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivered,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
