import { raceAbort } from '../core/async/abort.ts'
import { readBody } from '../core/response-body.ts'
import { systemFetch } from '../platform/system-fetch.ts'
import { resultOf } from '../transport/json-rpc-answer.ts'
import { signInBounds } from './bounds.ts'
import type { NodeCall } from './verify/proof.ts'

export interface NodeOptions {
  readonly rpc?: NodeCall | undefined
  readonly rpcUrls?: Readonly<Record<string, string>> | undefined
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Asks a node within the time that all calls have together. Undefined where the host named no node. */
export function nodeCall({
  rpc,
  rpcUrls,
  timeout = signInBounds.nodeAnswers,
  signal,
}: NodeOptions): NodeCall | undefined {
  const ask = rpc ?? (rpcUrls && overHttp(rpcUrls))
  if (!ask) return undefined
  const limit = AbortSignal.timeout(timeout)
  const stop = signal ? AbortSignal.any([signal, limit]) : limit
  // Also one that takes no notice of the signal is not waited for.
  return (chainId, method, params) =>
    raceAbort(
      Promise.resolve().then(() => ask(chainId, method, params, { signal: stop })),
      stop,
    )
}

function overHttp(urls: Readonly<Record<string, string>>): NodeCall {
  return async (chainId, method, params, opts) => {
    const url = Object.hasOwn(urls, chainId) ? urls[chainId] : undefined
    if (!url) throw new Error(`no endpoint is named for ${chainId}`)
    const response = await systemFetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: opts?.signal ?? null,
    })
    const body = await readBody(response)
    return resultOf(JSON.parse(new TextDecoder().decode(body)), 1, method)
  }
}
