import type { Unsubscribe } from '../../ports.ts'
import { raceAbort, throwIfAborted } from './abort.ts'

/**
 * Waits for an event. Settles with the first value or error that `listen` reports, then stops listening.
 * @throws `flow/aborted` as soon as the signal aborts. If the signal is already aborted, `listen` isn't called.
 */
export async function until<T = void>(
  listen: (resolve: (value: T) => void, reject: (error: unknown) => void) => Unsubscribe,
  signal?: AbortSignal,
): Promise<T> {
  throwIfAborted(signal)
  let release: Unsubscribe | undefined
  try {
    return await raceAbort(
      new Promise<T>((resolve, reject) => {
        release = listen(resolve, reject)
      }),
      signal,
    )
  } finally {
    release?.()
  }
}

/**
 * Settles like the call, but rejects as soon as `listen` reports an error, for example because the wallet has disconnected and
 * won't answer. After that error, the call itself continues, but its result is ignored.
 */
export function unless<T>(
  call: Promise<T>,
  listen: (fail: (error: unknown) => void) => Unsubscribe,
): Promise<T> {
  return until<T>((resolve, reject) => {
    call.then(resolve, reject)
    return listen(reject)
  })
}
