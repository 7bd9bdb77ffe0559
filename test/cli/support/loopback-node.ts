import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoopbackServer {
  readonly url: string
  stop(): Promise<void>
}

interface RpcCall {
  readonly id: unknown
  readonly method: string
  readonly params?: readonly unknown[]
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
 * A proxy in front of a real node that changes its answers.
 * @param dropped The method of single requests that the node doesn't get; their result is undefined.
 */
export function lyingNode(
  target: string,
  lie: (method: string, result: unknown, params: readonly unknown[]) => unknown,
  dropped?: string,
): Promise<LoopbackServer> {
  return serve(async (request, response) => {
    const body = await bodyOf(request)
    const only = JSON.parse(body) as RpcCall
    if (dropped !== undefined && only.method === dropped) {
      const result = await lie(only.method, undefined, only.params ?? [])
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id: only.id, result }))
      return
    }
    const told = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const calls = JSON.parse(body) as RpcCall | readonly RpcCall[]
    const answers = (await told.json()) as Record<string, unknown> | readonly Record<string, unknown>[]
    const change = async (answer: Record<string, unknown>) => {
      const call = [calls].flat().find(({ id }) => id === answer.id)
      if (!call || !('result' in answer)) return answer
      return { ...answer, result: await lie(call.method, answer.result, call.params ?? []) }
    }
    response.setHeader('content-type', 'application/json')
    const said = Array.isArray(answers) ? Promise.all(answers.map(change)) : change(answers as never)
    response.end(JSON.stringify(await said))
  })
}

/** Gives every request the same answer; with `undefined`, none. */
export function fixedServer(status: number, text: string | undefined): Promise<LoopbackServer> {
  return serve(async (request, response) => {
    await bodyOf(request)
    if (text === undefined) return
    response.statusCode = status
    response.end(text)
  })
}

/** A proxy in front of a real service that changes its JSON answers. */
export function lyingService(
  target: string,
  lie: (path: string, body: unknown) => unknown,
): Promise<LoopbackServer> {
  return serve(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    const body = method === 'GET' ? undefined : await bodyOf(request)
    const told = await fetch(`${target}${url}`, {
      method,
      body,
      headers: { 'content-type': 'application/json' },
    })
    response.writeHead(told.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(lie(url, await told.json())))
  })
}
