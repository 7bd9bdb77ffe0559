import { isLatchkeyError, toLatchkeyError } from './latchkey-error.ts'

/** Error codes of connections that were never made, so that nothing was sent. */
const unconnected: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']
const refusals =
  /^(config|network|validation)\/|^http\/redirected$|^node\/|^rpc\/(transaction-rejected|invalid-params|invalid-request|parse|method-unsupported|method-not-allowed|limit-exceeded|refused)$/
/**
 * Codes of Substrate's pool: the transaction is invalid, or pays less than another one with the same nonce (sc-rpc-api,
 * author/error.rs).
 */
const substrateRefusals: readonly unknown[] = [1010, 1014]
/** The messages of nodes about a transaction that they already have. */
const known = /already (known|imported|processed|in )|already exists|txn-already/i

/**
 * Whether the error of a broadcast proves that this attempt sent nothing. A lost answer proves nothing. Neither does a server's
 * internal error, or a node that already has the transaction.
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
  // A solana node reports a failed simulation in this way, and doesn't send the transaction.
  if (code === 'rpc/unavailable') return isFailure((data as { err?: unknown } | null | undefined)?.err)
  return refusals.test(code) || (code === 'rpc/unknown' && substrateRefusals.includes(rpcCode))
}

function isFailure(err: unknown): boolean {
  return err !== undefined && err !== null && err !== 'AlreadyProcessed'
}

/** Marks the last error of a broadcast after several attempts, one of which may have sent the transaction. */
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
