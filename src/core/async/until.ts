import type { Unsubscribe } from '../../ports.ts'
import { raceAbort, throwIfAborted } from './abort.ts'

/**
 * Waits for an event: settles with the first value or error that `listen` passes on, then stops listening.
 * @throws `flow/aborted` as soon as the signal aborts; if it's already aborted, `listen` isn't called.
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
 * Settles like the call. If `listen` reports an error first, for example because the wallet is gone and won't answer, rejects
 * with that error. The call then continues unobserved.
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
