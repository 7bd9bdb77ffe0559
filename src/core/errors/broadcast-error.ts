import { isLatchkeyError, type LatchkeyError } from './latchkey-error.ts'
import { isNotSent } from './not-sent.ts'
import { maybeSent } from './rpc-errors.ts'

/** Whether the pool considers the outcome doubtful; undefined if no pool sent the transaction. */
function markOf(error: LatchkeyError): boolean | undefined {
  return error.walk<{ doubtful: boolean }>(
    (one) => typeof (one as { doubtful?: unknown }).doubtful === 'boolean',
  )?.doubtful
}

/**
 * The error of a failed broadcast, with the hash of the signed transaction: `rpc/maybe-sent`, or the error itself if the error proves that nothing
 * was sent, or that the caller gave up. Call this only after looking up the hash.
 */
export function broadcastError(error: unknown, hash: string): LatchkeyError {
  if (isLatchkeyError(error, 'rpc/maybe-sent')) return error
  const isDoubtful = () => markOf(error as LatchkeyError) ?? !isNotSent(error)
  if (!isLatchkeyError(error) || (error.code !== 'flow/aborted' && isDoubtful()))
    return maybeSent(error, hash)
  return Object.assign(error, { hash })
}

/**
 * Broadcasts a signed transaction. If that fails, looks up the hash: if the network has the transaction, it was sent, whatever a
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
    // The caller has given up, and doesn't wait for another request.
    if (isLatchkeyError(error, 'flow/aborted')) throw broadcastError(error, hash)
    const known = await isKnown().catch(() => undefined)
    if (known) return
    // This very transaction may have used the nonce. No node confirmed or denied that.
    const unsaid = known === undefined && isLatchkeyError(error, 'node/nonce-too-low')
    throw unsaid ? maybeSent(error, hash) : broadcastError(error, hash)
  }
}
