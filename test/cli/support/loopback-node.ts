import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startNodeFaults } from '../../../src/devnet/index.ts'

export interface LoopbackServer {
  readonly url: string
  stop(): Promise<void>
}

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Starts a proxy in front of a real node. The proxy changes the node's answers.
 * @param dropped A method that the proxy doesn't pass on to the node. For this method, the node's result counts as
 * undefined.
 */
export function lyingNode(
  target: string,
  lie: (method: string, result: unknown, params: readonly unknown[]) => unknown,
  dropped?: string,
): Promise<LoopbackServer> {
  return startNodeFaults({
    target,
    faults: [
      {
        async call(call, next) {
          const params = (call.params ?? []) as readonly unknown[]
          const told = call.method === dropped ? { result: undefined } : await next()
          return 'result' in told ? { result: await lie(call.method, told.result, params) } : told
        },
      },
    ],
  })
}

/** Starts a server that answers every request in the same way. If `text` is undefined, the server never answers. */
export function fixedServer(status: number, text: string | undefined): Promise<LoopbackServer> {
  return serve(async (request, response) => {
    await bodyOf(request)
    if (text === undefined) return
    response.statusCode = status
    response.end(text)
  })
}

/** Starts a proxy in front of a real service. The proxy changes the service's JSON answers. */
export function lyingService(
  target: string,
  lie: (path: string, body: unknown) => unknown,
): Promise<LoopbackServer> {
  return startNodeFaults({
    target,
    faults: [
      {
        async call({ method }, next) {
          const told = await next()
          const path = method.slice(method.indexOf(' ') + 1)
          return 'result' in told ? { result: lie(path, told.result) } : told
        },
      },
    ],
  })
}
