import { isLatchkeyError } from '../../core/errors/latchkey-error.ts'
import { maybeSent } from '../../core/errors/rpc-errors.ts'
import type { SentTransaction } from '../../core/wallet/transaction.ts'

/** Errors after which we don't know whether the wallet sent the transaction. */
const lost =
  /^(wallet\/(answer-missed|closed-during-request|request-expired|timeout)|frame\/(request-timeout|request-aborted|aborted)|(rpc|http)\/unreachable|http\/timeout)$/

/** Rethrows a wallet's error after a request to send. If the wallet's answer is lost, throws `rpc/maybe-sent` without a hash. */
export function throwSendError(error: unknown): never {
  throw isLatchkeyError(error) && lost.test(error.code) ? maybeSent(error) : error
}

type Reference = string | undefined | Promise<string | undefined>

/**
 * Waits for a send. If it fails with `rpc/maybe-sent`, puts the transaction's reference into the error, so that the payment can be looked up later.
 * @param trace Describes the request, to find the transaction without its hash.
 */
export async function referenced<T>(
  reference: Reference,
  sending: Promise<T>,
  trace?: Reference,
): Promise<T> {
  try {
    return await sending
  } catch (error) {
    if (!isLatchkeyError(error, 'rpc/maybe-sent')) throw error
    throw Object.assign(error, { reference: await (error.hash === undefined ? trace : reference) })
  }
}

/** The trace in an error which says that a transaction with an unknown hash may have been sent. */
export function traceIn(error: unknown): string | undefined {
  if (!isLatchkeyError(error, 'rpc/maybe-sent') || error.hash !== undefined) return undefined
  return (error as Partial<SentTransaction>).reference
}

/** The transaction that may have been sent according to an error. Undefined for other errors, and if the transaction's hash is unknown. */
export function maybeSentIn(error: unknown): SentTransaction | undefined {
  if (!isLatchkeyError(error, 'rpc/maybe-sent') || error.hash === undefined) return undefined
  return { hash: error.hash, reference: (error as Partial<SentTransaction>).reference }
}
