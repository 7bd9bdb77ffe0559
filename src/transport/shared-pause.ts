import { sharedRuns } from '../core/async/shared-run.ts'
import { sleep } from '../core/async/sleep.ts'
import type { Clock } from '../ports.ts'

/** Equal waits that begin within this time, in ms, end together. */
const window = 10

/**
 * Creates a function that waits. Equal waits that began together end together. So calls that failed in one batch share the next
 * batch.
 */
export function createSharedPause(clock: Clock): (ms: number, signal: AbortSignal) => Promise<void> {
  const waits = sharedRuns<void>()
  let last = { ms: 0, begun: 0 }
  return (ms, signal) => {
    const now = clock.now()
    if (last.ms !== ms || Math.abs(now - last.begun) > window) last = { ms, begun: now }
    return waits(last, (inner) => sleep(clock, ms, inner), signal)
  }
}
