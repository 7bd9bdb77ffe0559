import { throwIfAborted } from '../../../core/async/abort.ts'
import { sleep } from '../../../core/async/sleep.ts'
import type { Clock } from '../../../ports.ts'

/** How many times to read a value if a node doesn't show the newest block yet. */
export const laggingReads = 6

/** The pause between two reads, in ms. */
const pause = 1000

/**
 * Reads a value that a confirmed transaction has changed. A node can be behind the node that confirmed the transaction, so reads
 * the value again while `isOld` returns true. Returns the last value even if it is old. If reading again fails, keeps the value
 * that was read before.
 * @throws `flow/aborted`, and the errors of the first read
 */
export async function laggingRead<T>(
  read: () => Promise<T>,
  isOld: (value: T) => boolean,
  { clock, signal }: { readonly clock: Pick<Clock, 'after'>; readonly signal: AbortSignal },
): Promise<T> {
  let value = await read()
  for (let reads = 1; reads < laggingReads && isOld(value); reads++) {
    await sleep(clock, pause, signal)
    const known = value
    value = await read().catch(() => {
      throwIfAborted(signal)
      return known
    })
  }
  return value
}
