import { latchkeyError } from '../errors/latchkey-error.ts'

/** @throws `flow/aborted` if the signal is aborted. The error's cause is the signal's reason. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw latchkeyError('flow/aborted', { cause: signal.reason })
}

/**
 * Settles like the promise, or rejects with `flow/aborted` as soon as the signal aborts. After an abort, the work behind the
 * promise continues, but its result or rejection is ignored. Removes its listener from the signal when the promise settles.
 */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(latchkeyError('flow/aborted', { cause: signal.reason }))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
