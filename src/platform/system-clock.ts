import type { Clock } from '../ports.ts'

/** Longer delays overflow the 32 bits of timers, which would then fire at once. */
const longest = 2 ** 31 - 1

/**
 * The system clock. In Node a pending `after` keeps the process alive, because a promise depends on it (a retry, a timeout). An
 * `every` doesn't: a ping must not keep a finished program running.
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, longest))
    return () => clearTimeout(timer)
  },
  every(ms, run) {
    const timer: { unref?(): void } | number = setInterval(run, Math.min(ms, longest))
    if (typeof timer === 'object') timer.unref?.()
    return () => clearInterval(timer as number)
  },
}
