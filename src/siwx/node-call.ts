import { raceAbort } from '../core/async/abort.ts'
import { signInBounds } from './bounds.ts'
import type { NodeCall } from './verify/proof.ts'

export interface NodeOptions {
  readonly rpc?: NodeCall | undefined
  readonly rpcUrls?: Readonly<Record<string, string>> | undefined
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Returns a function that calls a node, with one timeout for all calls. Returns undefined if no node is configured. */
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
  // Stops waiting even if the host's function ignores the signal.
  return (chainId, method, params) =>
    raceAbort(
      Promise.resolve().then(() => ask(chainId, method, params, { signal: stop })),
      stop,
    )
}

function overHttp(urls: Readonly<Record<string, string>>): NodeCall {
  return async (...call) => (await import('./http-node.ts')).callOverHttp(urls, ...call)
}
