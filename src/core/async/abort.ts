import { latchkeyError } from '../errors/latchkey-error.ts'

/** @throws `flow/aborted` if the signal is aborted; the signal's reason is the cause of the error. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw latchkeyError('flow/aborted', { cause: signal.reason })
}

/**
 * Settles like the promise, or rejects with `flow/aborted` as soon as the signal aborts. After an abort, the promise continues
 * unobserved, and its rejection is ignored. No listener stays on the signal.
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
