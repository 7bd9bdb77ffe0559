import { isLatchkeyError, type LatchkeyError, toLatchkeyError } from './latchkey-error.ts'
import { maybeSent } from './rpc-errors.ts'

/** Error codes of connections that were never made, so that nothing was sent. */
const unconnected: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']
const refusals =
  /^(config|network|validation)\/|^http\/redirected$|^node\/|^rpc\/(transaction-rejected|invalid-params|invalid-request|parse|method-unsupported|method-not-allowed|limit-exceeded|refused)$/
/** Substrate's pool: an invalid transaction, and one that pays less than the one with its nonce (sc-rpc-api, author/error.rs). */
const substrateRefusals: readonly unknown[] = [1010, 1014]
/** What nodes say about a transaction that they have already. */
const known = /already (known|imported|processed|in )|already exists|txn-already/i

/**
 * Whether the error of a broadcast proves that this attempt sent nothing. A lost answer proves nothing, nor does an internal
 * error of a server, nor a node that has the transaction already.
 */
export function isNotSent(error: unknown): boolean {
  if (!isLatchkeyError(error)) return false
  const { code, details = '' } = error
  if (code === 'http/status') {
    const { status } = error as { status?: number }
    return status !== undefined && status >= 400 && status < 500 && status !== 408
  }
  if (/^(rpc|http)\/unreachable$/.test(code))
    return error.walk((one) => unconnected.includes((one as { code?: unknown }).code)) !== undefined
  if (known.test(details)) return false
  const { rpcCode, data } = error as { rpcCode?: number; data?: unknown }
  // A solana node that simulated the transaction and doesn't send it.
  if (code === 'rpc/unavailable') return isFailure((data as { err?: unknown } | null | undefined)?.err)
  return refusals.test(code) || (code === 'rpc/unknown' && substrateRefusals.includes(rpcCode))
}

function isFailure(err: unknown): boolean {
  return err !== undefined && err !== null && err !== 'AlreadyProcessed'
}

/** Marks the last error of several attempts to broadcast, one of which may have sent the transaction. */
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

/** What the pool says about the attempts; undefined if no pool sent the transaction. */
function markOf(error: LatchkeyError): boolean | undefined {
  return error.walk<{ doubtful: boolean }>(
    (one) => typeof (one as { doubtful?: unknown }).doubtful === 'boolean',
  )?.doubtful
}

/**
 * The error of a failed broadcast, with the hash of the signed transaction: `rpc/maybe-sent`, or the error itself if it proves
 * that nothing was sent, or that the caller gave up. Look the hash up first.
 */
export function broadcastError(error: unknown, hash: string): LatchkeyError {
  if (isLatchkeyError(error, 'rpc/maybe-sent')) return error
  const isDoubtful = () => markOf(error as LatchkeyError) ?? !isNotSent(error)
  if (!isLatchkeyError(error) || (error.code !== 'flow/aborted' && isDoubtful()))
    return maybeSent(error, hash)
  return Object.assign(error, { hash })
}

/**
 * Broadcasts a signed transaction. If that fails, looks up its hash: a transaction that the network has was sent, whatever a
 * node answered.
 * @throws what `broadcastError` returns
 */
export async function broadcastKnown(
  hash: string,
  send: () => Promise<unknown>,
  isKnown: () => Promise<boolean>,
): Promise<void> {
  try {
    await send()
  } catch (error) {
    // The caller doesn't wait for another request.
    if (isLatchkeyError(error, 'flow/aborted')) throw broadcastError(error, hash)
    const known = await isKnown().catch(() => undefined)
    if (known) return
    // The nonce may be used by this very transaction, and no node says.
    const unsaid = known === undefined && isLatchkeyError(error, 'node/nonce-too-low')
    throw unsaid ? maybeSent(error, hash) : broadcastError(error, hash)
  }
}
