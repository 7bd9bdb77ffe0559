import type { Clock } from '../../ports.ts'
import { raceAbort } from './abort.ts'

/** Resolves after `ms`. @throws `flow/aborted` at once when the signal aborts. */
export async function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  let stop: (() => void) | undefined
  try {
    await raceAbort(
      new Promise<void>((resolve) => {
        if (!signal?.aborted) stop = clock.after(ms, resolve)
      }),
      signal,
    )
  } finally {
    stop?.()
  }
}
