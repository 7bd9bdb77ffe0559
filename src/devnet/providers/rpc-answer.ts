interface Call {
  readonly id: unknown
  readonly method: string
  readonly params?: unknown
}
type Methods = Readonly<Record<string, (params: readonly unknown[]) => Promise<unknown>>>

/** Answers JSON-RPC calls, single or in a batch. If params have names, the method gets a list with one object. */
export function rpcAnswer(methods: Methods) {
  async function one({ id, method, params }: Call) {
    const found = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!found)
      return { jsonrpc: '2.0', id, error: { code: -32601, message: `The method ${method} does not exist` } }
    return { jsonrpc: '2.0', id, result: await found(Array.isArray(params) ? params : [params]) }
  }
  return async (body = ''): Promise<unknown> => {
    const calls = JSON.parse(body) as Call | readonly Call[]
    return Array.isArray(calls) ? Promise.all(calls.map(one)) : one(calls as Call)
  }
}
