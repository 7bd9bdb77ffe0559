import { isLatchkeyError, toLatchkeyError } from './latchkey-error.ts'

/** Error codes of failed connection attempts, in which nothing was sent. */
const unconnected: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']
const refusals =
  /^(config|network|validation)\/|^http\/redirected$|^node\/|^rpc\/(transaction-rejected|invalid-params|invalid-request|parse|method-unsupported|method-not-allowed|limit-exceeded|refused)$/
/**
 * Error codes of Substrate's transaction pool: the transaction is invalid, or pays less than another transaction with the same
 * nonce (sc-rpc-api, author/error.rs).
 */
const substrateRefusals: readonly unknown[] = [1010, 1014]
/** Matches the messages with which nodes say that they already have the transaction. */
const known = /already (known|imported|processed|in )|already exists|txn-already/i

/**
 * Returns whether the error of a broadcast proves that this attempt sent nothing. There is no proof if the answer was lost, if
 * the server had an internal error, or if the node already has the transaction.
 */
export function isNotSent(error: unknown): boolean {
  if (!isLatchkeyError(error) || (error as { doubtful?: unknown }).doubtful) return false
  const { code, details = '' } = error
  if (code === 'http/status') {
    const { status } = error as { status?: number }
    return status !== undefined && status >= 400 && status < 500 && status !== 408
  }
  if (/^(rpc|http)\/unreachable$/.test(code))
    return error.walk((one) => unconnected.includes((one as { code?: unknown }).code)) !== undefined
  if (known.test(details)) return false
  const { rpcCode, data } = error as { rpcCode?: number; data?: unknown }
  // If the simulation fails, Solana nodes use this code, with an `err` in the data, and don't send the transaction.
  if (code === 'rpc/unavailable') return isFailure((data as { err?: unknown } | null | undefined)?.err)
  return refusals.test(code) || (code === 'rpc/unknown' && substrateRefusals.includes(rpcCode))
}

function isFailure(err: unknown): boolean {
  return err !== undefined && err !== null && err !== 'AlreadyProcessed'
}

/** Marks the error of a broadcast that may have sent the transaction, for example in an earlier attempt. */
export function markDoubtful(error: unknown): unknown {
  return mark(error, true)
}

/** Marks the error of a broadcast that no endpoint received. */
export function markUnsent(error: unknown): unknown {
  return mark(error, false)
}

function mark(error: unknown, doubtful: boolean): unknown {
  return Object.defineProperty(toLatchkeyError(error), 'doubtful', { value: doubtful, configurable: true })
}
