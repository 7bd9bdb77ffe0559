import { isLatchkeyError } from '../core/errors/latchkey-error.ts'
import { isRetryable } from '../core/errors/rpc-errors.ts'
import type { Clock } from '../ports.ts'
import { broadcastAttempts } from './broadcast-attempts.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointCall } from './endpoint-client.ts'
import { tryInOrder } from './retry.ts'

export interface FallbackOptions<C extends EndpointCall> {
  /** In order of preference. */
  endpoints(): readonly Endpoint<C>[]
  readonly clock: Clock
  readonly retries: number
}

/**
 * Sends a call to the endpoints in turn until one succeeds. A state-changing call is sent to the first verified endpoint only,
 * on its own and exactly once, even if it fails: retrying it could repeat its effect. Broadcasts of signed transactions may be
 * retried.
 *
 * If the response to a broadcast is lost, the retry may fail because the node knows the transaction (`node/nonce-too-low`). The
 * caller then has to look the transaction up, since computing its hash depends on the family. The error of a broadcast tells
 * `broadcastError` whether any attempt may have sent the transaction.
 */
export function createFallback<C extends EndpointCall>({ endpoints, clock, retries }: FallbackOptions<C>) {
  return async (call: C, signal: AbortSignal): Promise<unknown> => {
    const settings = { clock, retries, isRetryable: isRetryableHere, isFinal, signal }
    const verified = async (endpoint: Endpoint<C>) => {
      await endpoint.verify(signal)
      return endpoint
    }
    if (call.kind === 'read')
      return tryInOrder(endpoints(), (endpoint) => endpoint.read(call, signal), settings)
    return broadcastAttempts(async (attempt) => {
      const deliver = (endpoint: Endpoint<C>) => attempt(() => endpoint.deliver(call, signal))
      if (call.kind === 'write') return deliver(await tryInOrder(endpoints(), verified, settings))
      return tryInOrder(endpoints(), async (endpoint) => deliver(await verified(endpoint)), settings)
    })
  }
}

/** Whether the same endpoint may succeed later: it was overloaded, unreachable, or returned an invalid response. */
function isRetryableHere(error: unknown): boolean {
  return (
    (isRetryable(error) ||
      isLatchkeyError(error, 'http/invalid-body') ||
      isLatchkeyError(error, 'rpc/invalid-response')) &&
    !(error as { readonly lasting?: true }).lasting
  )
}

/**
 * Whether every endpoint would return the same error. An unsupported method or an unknown item isn't final: another endpoint
 * may differ.
 */
function isFinal(error: unknown): boolean {
  return (
    isLatchkeyError(error) &&
    /^(node\/|wallet\/user-rejected|rpc\/(transaction-rejected|invalid-params)$)/.test(error.code)
  )
}
