import { isLatchkeyError, type LatchkeyError } from './latchkey-error.ts'
import { isNotSent } from './not-sent.ts'
import { maybeSent } from './rpc-errors.ts'

/**
 * Returns the mark of the error (see `not-sent.ts`). True means that the transaction may have been sent. False means that no
 * endpoint received the transaction. Returns undefined if the error has no mark.
 */
function markOf(error: LatchkeyError): boolean | undefined {
  return error.walk<{ doubtful: boolean }>(
    (one) => typeof (one as { doubtful?: unknown }).doubtful === 'boolean',
  )?.doubtful
}

/**
 * Returns the error of a failed broadcast, with the hash of the signed transaction. Returns the original error if it proves that
 * the transaction wasn't sent, or if the caller aborted. Otherwise returns `rpc/maybe-sent`. Look up the hash first, and call
 * this function only if the network doesn't have the transaction.
 */
export function broadcastError(error: unknown, hash: string): LatchkeyError {
  if (isLatchkeyError(error, 'rpc/maybe-sent') && error.hash !== undefined) return error
  const isDoubtful = () => markOf(error as LatchkeyError) ?? !isNotSent(error)
  if (!isLatchkeyError(error) || (error.code !== 'flow/aborted' && isDoubtful()))
    return maybeSent(error, hash)
  return Object.assign(error, { hash })
}

/**
 * Broadcasts a signed transaction. If the broadcast fails, looks up the hash. If the network has the transaction, the broadcast
 * succeeded, no matter what a node answered.
 * @throws The error of `broadcastError`.
 */
export async function broadcastKnown(
  hash: string,
  send: () => Promise<unknown>,
  isKnown: () => Promise<boolean>,
): Promise<void> {
  try {
    await send()
  } catch (error) {
    // Don't look up the hash, because the caller no longer waits for the result.
    if (isLatchkeyError(error, 'flow/aborted')) throw broadcastError(error, hash)
    const known = await isKnown().catch(() => undefined)
    if (known) return
    // With `node/nonce-too-low` and a failed lookup, this transaction itself may have used the nonce, so it may have been sent.
    const unsaid = known === undefined && isLatchkeyError(error, 'node/nonce-too-low')
    throw unsaid ? maybeSent(error, hash) : broadcastError(error, hash)
  }
}
