import { isNotSent, markDoubtful, markUnsent } from '../core/errors/broadcast-error.ts'
import { isLatchkeyError } from '../core/errors/latchkey-error.ts'
import { isRetryable } from '../core/errors/rpc-errors.ts'
import type { Clock } from '../ports.ts'
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
    if (call.kind === 'write') {
      const endpoint = await tryInOrder(endpoints(), verified, settings).catch((error: unknown) => {
        throw markUnsent(error)
      })
      return endpoint.deliver(call, signal)
    }
    if (call.kind === 'read')
      return tryInOrder(endpoints(), (endpoint) => endpoint.read(call, signal), settings)
    let sending = false
    let doubtful = false
    const send = async (endpoint: Endpoint<C>) => {
      await verified(endpoint)
      sending = true
      return endpoint.deliver(call, signal).catch((error: unknown) => {
        if (!isNotSent(error)) doubtful = true
        throw error
      })
    }
    return tryInOrder(endpoints(), send, settings).catch((error: unknown) => {
      // An earlier attempt may have sent the transaction, whatever the last endpoint says.
      throw doubtful ? markDoubtful(error) : sending ? error : markUnsent(error)
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
