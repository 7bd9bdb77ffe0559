import { Refusal } from './cluster.ts'

export interface RpcCall {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
}

/** Runs one method of a table, and wraps what it gives or throws. */
export function answerTo(
  { id = null, method, params }: RpcCall,
  methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>>,
): object {
  const envelope = { jsonrpc: '2.0', id }
  try {
    const run = typeof method === 'string' && Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!run) throw new Refusal(-32601, 'Method not found')
    return { ...envelope, result: run(Array.isArray(params) ? params : []) ?? null }
  } catch (error) {
    const { code, message, data } =
      error instanceof Refusal ? error : new Refusal(-32603, `Internal error: ${String(error)}`)
    return { ...envelope, error: { code, message, ...(data !== undefined && { data }) } }
  }
}
