import type { Hex } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { fetchCall } from '../core/fetch-read.ts'

/**
 * Calls a local node over JSON-RPC. Retries only reads. Doesn't retry if the node answers with an error, because our request is
 * then wrong.
 */
export async function nodeRpc<T>(
  url: string,
  method: string,
  params: readonly unknown[] = [],
  signal?: AbortSignal,
): Promise<T> {
  const response = await fetchCall(fetch, method, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: signal ?? null,
  })
  const answer = (await response.json()) as { result?: T; error?: { message?: string } }
  if (answer.error || answer.result === undefined)
    throw latchkeyError('internal/unexpected', {
      values: { message: `The local node refused ${method}: ${answer.error?.message ?? 'no result'}` },
    })
  return answer.result
}

export function hexOf(value: bigint): Hex {
  return `0x${value.toString(16)}`
}
