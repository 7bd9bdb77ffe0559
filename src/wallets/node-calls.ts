import type { Fetch } from '../ports.ts'
import { ProviderError } from './provider-error.ts'

/** A call to the wallet's own node. Errors of the node are passed on; an unreachable node is error 4901 (EIP-1193). */
export type NodeCall = <T>(method: string, params?: readonly unknown[]) => Promise<T>

export function nodeCalls(rpcUrl: string, fetch: Fetch): NodeCall {
  return async <T>(method: string, params: readonly unknown[] = []) => {
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
      .then((response) => response.json() as Promise<NodeAnswer>)
      .catch((error: unknown) => {
        throw new ProviderError(
          4901,
          `The node at ${new URL(rpcUrl).host} cannot be reached: ${String(error)}`,
        )
      })
    if (answer.error) throw new ProviderError(answer.error.code, answer.error.message, answer.error.data)
    return answer.result as T
  }
}

interface NodeAnswer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}
