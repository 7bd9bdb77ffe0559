import { latchkeyError, throwIfAborted } from '../core/errors/latchkey-error.ts'
import type { CallOptions, Clock, Fetch, JsonRpcPort, Logger, RpcRequest } from '../ports.ts'

export interface RpcPoolOptions {
  readonly urls: readonly string[]
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Logger
  readonly timeout?: number | undefined
  readonly retries?: number | undefined
  readonly rank?: boolean | undefined
  readonly identity?: {
    readonly call: RpcRequest
    matches(answer: unknown): boolean
    readonly expected: string
  }
  onMismatch?(url: string, answer: unknown): void
}

export interface RpcPool extends JsonRpcPort {
  dispose(): void
}

export function createRpcPool(options: RpcPoolOptions): RpcPool {
  let id = 0
  return {
    async request<T>(call: RpcRequest, opts?: CallOptions): Promise<T> {
      throwIfAborted(opts?.signal)
      const url = options.urls[0]
      if (!url) throw latchkeyError('rpc/unreachable', { values: { host: 'none' } })
      const response = await options.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method: call.method, params: call.params ?? [] }),
        signal: opts?.signal ?? null,
      })
      const answer = await response.json()
      if (answer.error) throw latchkeyError('rpc/internal', { details: answer.error.message })
      return answer.result
    },
    dispose() {},
  }
}
