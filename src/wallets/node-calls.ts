import { fetchCall } from '../core/fetch-read.ts'
import { parseExactJson } from '../core/json/exact-json.ts'
import { isRedirect, readBody } from '../core/response-body.ts'
import type { Fetch } from '../ports.ts'
import { ProviderError } from './provider-error.ts'

/** Calls the wallet's own node and follows no redirect. Rethrows the node's errors; an unreachable node is error 4901 (EIP-1193). */
export type NodeCall = <T>(method: string, params?: readonly unknown[]) => Promise<T>

export function nodeCalls(rpcUrl: string, fetch: Fetch): NodeCall {
  return async <T>(method: string, params: readonly unknown[] = []) => {
    const answer = await fetchCall(fetch, method, rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'manual',
    })
      .then(answerIn)
      .catch((error: unknown) => {
        throw new ProviderError(
          4901,
          `The node at ${URL.canParse(rpcUrl) ? new URL(rpcUrl).host : 'no address'} cannot be reached: ${String(error)}`,
        )
      })
    if (answer.error) throw new ProviderError(answer.error.code, answer.error.message, answer.error.data)
    return answer.result as T
  }
}

async function answerIn(response: Response): Promise<NodeAnswer> {
  const redirected = isRedirect(response)
  const body = redirected ? undefined : await readBody(response)
  if (body) return parseExactJson(new TextDecoder().decode(body)) as NodeAnswer
  await response.body?.cancel().catch(() => {})
  throw new Error(redirected ? 'it redirected the request' : 'its answer is too large')
}

interface NodeAnswer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}
