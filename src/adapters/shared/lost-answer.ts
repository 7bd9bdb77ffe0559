import { withTimeout } from '../../core/async/deadline.ts'
import { isLatchkeyError, type LatchkeyError } from '../../core/errors/latchkey-error.ts'
import { maybeSent } from '../../core/errors/rpc-errors.ts'
import type { SentTransaction } from '../../core/wallet/transaction.ts'
import { transactionWaits } from '../../core/wallet/transaction-waits.ts'
import type { Clock } from '../../ports.ts'

/** Matches errors after which it isn't known whether the wallet sent the transaction: the answer is lost or unusable. */
const lost =
  /^(wallet\/(answer-missed|closed-during-request|invalid-answer|request-expired|timeout)|solana\/empty-result|frame\/(request-timeout|request-aborted|aborted)|(rpc|http)\/unreachable|http\/timeout)$/

/**
 * Rethrows a wallet's error after a request to send. If the wallet's answer is lost or unusable, throws `rpc/maybe-sent` without a
 * hash.
 */
export function throwSendError(error: unknown): never {
  throw isLostAnswer(error) ? maybeSent(error) : error
}

/** Returns whether the answer of the wallet or the node is lost or unusable, so that the outcome isn't known. */
export function isLostAnswer(error: unknown): error is LatchkeyError {
  return isLatchkeyError(error) && lost.test(error.code)
}

/**
 * Creates a request's trace: a description of the request, and of the chain's state when the wallet is asked. With the trace, the
 * transaction can be found without its hash.
 */
interface Tracing {
  readonly clock: Clock
  trace(): Promise<string>
}

/**
 * Waits for a send. If the send rejects with `rpc/maybe-sent`, adds the transaction's reference to the error. With the reference,
 * the payment can be looked up later. If the hash is unknown, the reference is the trace, or undefined if the nodes fail or take
 * too long.
 */
export async function referenced<T>(
  reference: string | undefined | (() => Promise<string | undefined>),
  sending: Promise<T>,
  tracing?: Tracing,
): Promise<T> {
  const traced = tracing?.trace().catch(() => undefined)
  try {
    return await sending
  } catch (error) {
    if (!isLatchkeyError(error, 'rpc/maybe-sent')) throw error
    const known = typeof reference === 'function' ? reference : () => reference
    const found = error.hash === undefined ? tracing && soon(tracing.clock, traced) : known()
    throw Object.assign(error, { reference: await found })
  }
}

/**
 * Returns the value of an optional reading. Returns undefined if the reading rejects or takes too long, so that the sent
 * transaction is reported in time.
 */
export function soon<T>(clock: Clock, reading: T | Promise<T>): Promise<T | undefined> {
  const late = () => new Error('No node answers')
  return withTimeout(clock, transactionWaits.trace, async () => reading, late).catch(() => undefined)
}

/** Returns the trace in an `rpc/maybe-sent` error without a hash. Returns undefined for any other error. */
export function traceIn(error: unknown): string | undefined {
  if (!isLatchkeyError(error, 'rpc/maybe-sent') || error.hash !== undefined) return undefined
  return (error as Partial<SentTransaction>).reference
}

/** Returns the transaction of an `rpc/maybe-sent` error with a hash. Returns undefined for any other error. */
export function maybeSentIn(error: unknown): SentTransaction | undefined {
  if (!isLatchkeyError(error, 'rpc/maybe-sent') || error.hash === undefined) return undefined
  return { hash: error.hash, reference: (error as Partial<SentTransaction>).reference }
}
