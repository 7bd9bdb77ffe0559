import { isLatchkeyError } from '../../core/errors/latchkey-error.ts'
import { maybeSent } from '../../core/errors/rpc-errors.ts'

/** Errors of a wallet that went away. It may have sent the transaction. */
const lost =
  /^(wallet\/(closed-during-request|request-expired|timeout)|frame\/(request-timeout|request-aborted|aborted)|(rpc|http)\/unreachable|http\/timeout)$/

/** The error of a wallet that was asked to send: `rpc/maybe-sent`, without a hash, if its answer is lost. */
export function throwSendError(error: unknown): never {
  throw isLatchkeyError(error) && lost.test(error.code) ? maybeSent(error) : error
}
