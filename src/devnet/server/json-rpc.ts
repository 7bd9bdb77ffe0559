import {
  type DevApp,
  type LoopbackServer,
  type LoopbackServerOptions,
  reply,
  serveLoopback,
} from './loopback-server.ts'

/** The error that a method throws to answer with a JSON-RPC error. */
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

/** Methods by name. A method gets the params of the request: a list, an object, or undefined. It can return a promise. */
export type RpcMethods = Readonly<Record<string, (params: unknown) => unknown>>

/** Wraps methods with positional params. If the params aren't a list, the method gets no params. */
export function byPlace(
  methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>>,
): RpcMethods {
  const entries = Object.entries(methods)
  return Object.fromEntries(
    entries.map(([name, run]) => [name, (params: unknown) => run(Array.isArray(params) ? params : [])]),
  )
}

/** Real nodes have a similar limit. */
const longestBatch = 1000
const parseError = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }

/**
 * Serves methods over JSON-RPC 2.0 (HTTP, single or in batches) on loopback, on a free port. A request other than a POST only
 * checks whether the server runs.
 */
export function serveJsonRpc(
  methods: RpcMethods,
  { allowedOrigins }: Pick<LoopbackServerOptions, 'allowedOrigins'> = {},
): Promise<LoopbackServer> {
  const routes = (app: DevApp) => {
    app.post('*', async (c) => {
      const body = await answerText(methods, c.var.body.toString('utf8'))
      return reply(c, { contentType: 'application/json', body })
    })
    app.all('*', (c) => c.body(null, 204))
  }
  return serveLoopback({ allowedOrigins, routes })
}

/** Answers a JSON-RPC text. Doesn't throw for an invalid text. */
export async function answerText(methods: RpcMethods, text: string): Promise<string> {
  let calls: unknown
  try {
    calls = JSON.parse(text)
  } catch {
    return JSON.stringify(parseError)
  }
  if (!Array.isArray(calls)) return answer(methods, calls)
  if (calls.length === 0 || calls.length > longestBatch)
    return written(null, { error: { code: -32600, message: `A batch has 1 to ${longestBatch} calls` } })
  return `[${(await Promise.all(calls.map((call) => answer(methods, call)))).join()}]`
}

async function answer(methods: RpcMethods, call: unknown): Promise<string> {
  const { id, method, params } = Object(call) as Readonly<Record<string, unknown>>
  const own = typeof id === 'string' || typeof id === 'number' ? id : null
  try {
    const run = typeof method === 'string' && Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!run) throw new RpcRefusal(-32601, 'Method not found')
    return written(own, { result: (await run(params)) ?? null })
  } catch (error) {
    const { code, message, data } =
      error instanceof RpcRefusal ? error : new RpcRefusal(-32603, 'Internal error', String(error))
    return written(own, { error: { code, message, ...(data !== undefined && { data }) } })
  }
}

function written(id: string | number | null, outcome: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, ...outcome })
}
