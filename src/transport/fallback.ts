import { isLatchkeyError } from '../core/errors/latchkey-error.ts'
import { isRetryable } from '../core/errors/rpc-errors.ts'
import type { Clock } from '../ports.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointCall } from './endpoint-client.ts'
import { askInTurn } from './retry.ts'

export interface FallbackOptions<C extends EndpointCall> {
  /** In the order in which to ask. */
  endpoints(): readonly Endpoint<C>[]
  readonly clock: Clock
  readonly retries: number
}

/**
 * One call over several endpoints, the next when one fails. What changes something is delivered to the first
 * endpoint that has shown its network, alone and exactly once, whatever comes of it; what broadcasts a signed transaction
 * may be repeated. `reliability` RP4, RP7.
 *
 * A broadcast that is repeated after a lost answer may be refused as known already (`node/nonce-too-low`). What the hash
 * of a transaction is depends on its family, so whoever broadcasts looks it up then.
 */
export function createFallback<C extends EndpointCall>({ endpoints, clock, retries }: FallbackOptions<C>) {
  return async (call: C, signal: AbortSignal): Promise<unknown> => {
    const settings = { clock, retries, isRetryable: mayDoBetter, isFinal, signal }
    const verified = async (endpoint: Endpoint<C>) => {
      await endpoint.verify(signal)
      return endpoint
    }
    if (call.kind === 'write') {
      const endpoint = await askInTurn(endpoints(), verified, settings)
      return endpoint.deliver(call, signal)
    }
    const ask =
      call.kind === 'broadcast'
        ? async (endpoint: Endpoint<C>) => (await verified(endpoint)).deliver(call, signal)
        : (endpoint: Endpoint<C>) => endpoint.read(call, signal)
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
