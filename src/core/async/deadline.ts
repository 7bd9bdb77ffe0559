import type { Clock } from '../../ports.ts'
import { raceAbort, throwIfAborted } from './abort.ts'
import { unless } from './until.ts'

/**
 * Runs `run` with a time limit. When the time ends or the caller's signal aborts, aborts the signal of `run` and rejects at once.
 * `run` may ignore its signal.
 * @throws The error of `onTimeout`, or `flow/aborted`.
 */
export async function withTimeout<T>(
  clock: Clock,
  ms: number,
  run: (signal: AbortSignal) => Promise<T>,
  onTimeout: () => Error,
  signal?: AbortSignal,
): Promise<T> {
  throwIfAborted(signal)
  const inner = new AbortController()
  const abort = () => inner.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    return await unless(raceAbort(run(inner.signal), signal), (fail) =>
      clock.after(ms, () => {
        const error = onTimeout()
        fail(error)
        inner.abort(error)
      }),
    )
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}
