import type { Clock } from '../ports.ts'

/** The longest delay of a timer. A longer delay overflows 32 bits, and the timer would fire at once. */
const longest = 2 ** 31 - 1

/**
 * The system clock. In Node, a pending `after` keeps the process alive, because a promise may wait for the timer, for example in
 * a retry. A pending `every` doesn't keep the process alive, so that a finished program can end.
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
