import type { Clock } from '../ports.ts'

/** A longer delay overflows the 32 bits that timers have and would fire at once. */
const longest = 2 ** 31 - 1

/**
 * The clock of the process or the page. In Node a pending `after` keeps the process alive, since a promise hangs on it:
 * a retry, a timeout. An `every` does not: nobody awaits a repetition, and a ping must not hold a finished program.
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
