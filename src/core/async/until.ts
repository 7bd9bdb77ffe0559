import type { Unsubscribe } from '../../ports.ts'
import { raceAbort, throwIfAborted } from './abort.ts'

/**
 * Waits for an event: settles with what `listen` passes on first, and then stops listening, whatever has ended the wait.
 * @throws `flow/aborted` at once when the signal aborts; when it was aborted before, nothing is listened to.
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
 * Settles as the call does, unless an event ends it first: a wallet that is gone does not answer. `listen` says with which
 * error. The call goes on unobserved then.
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
