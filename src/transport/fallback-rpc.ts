import { isLatchkeyError } from '../core/errors/latchkey-error.ts'
import { isRetryable } from '../core/errors/rpc-errors.ts'
import { isBroadcast, isStateChanging } from '../core/rpc-methods.ts'
import type { Clock } from '../ports.ts'
import type { Endpoint } from './endpoint.ts'
import type { RpcCall } from './json-rpc-client.ts'
import { askInTurn } from './retry.ts'

export interface FallbackOptions {
  /** In the order in which to ask. */
  endpoints(): readonly Endpoint[]
  readonly clock: Clock
  readonly retries: number
}

/**
 * One call over several endpoints, the next when one fails. Methods that change something are delivered to the first
 * endpoint that has shown its network, alone and exactly once, whatever comes of it; what broadcasts a signed transaction
 * may be repeated. `reliability` RP4, RP7.
 *
 * A broadcast that is repeated after a lost answer may be refused as known already (`node/nonce-too-low`). What the hash
 * of a transaction is depends on its family, so whoever broadcasts looks it up then.
 */
export function createFallbackRpc({ endpoints, clock, retries }: FallbackOptions) {
  return async (call: RpcCall, signal: AbortSignal): Promise<unknown> => {
    const settings = { clock, retries, isRetryable: mayDoBetter, isFinal, signal }
    const verified = async (endpoint: Endpoint) => {
      await endpoint.verify(signal)
      return endpoint
    }
    if (isStateChanging(call.method)) {
      const endpoint = await askInTurn(endpoints(), verified, settings)
      return endpoint.deliver(call, signal)
    }
    const ask = isBroadcast(call.method)
      ? async (endpoint: Endpoint) => (await verified(endpoint)).deliver(call, signal)
      : (endpoint: Endpoint) => endpoint.read(call, signal)
    return askInTurn(endpoints(), ask, settings)
  }
}

/** The same endpoint may answer the same read better: it was overloaded, unreachable, or spoke nonsense. */
function mayDoBetter(error: unknown): boolean {
  return (
    isRetryable(error) ||
    isLatchkeyError(error, 'http/invalid-body') ||
    isLatchkeyError(error, 'rpc/invalid-response')
  )
}

/** A decision that every honest endpoint takes alike; what one does not support or not know, another may. */
function isFinal(error: unknown): boolean {
  return (
    isLatchkeyError(error) &&
    /^(node\/|wallet\/user-rejected|rpc\/(transaction-rejected|invalid-params)$)/.test(error.code)
  )
}
