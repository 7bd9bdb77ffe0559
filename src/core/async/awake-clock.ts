import type { Clock } from '../../ports.ts'

/** The length of a step, in ms. If a timer fires a whole step late, the device slept or the browser throttled the page. */
const step = 1000

/**
 * Creates a clock whose `after` doesn't count the time in which the device sleeps. The clock counts down in steps of a second,
 * and a late step counts as one second. If the last step is late, the clock adds one more step. So before the time limit ends,
 * the page can still receive an answer that came while the device slept.
 */
export function awakeClock(clock: Clock): Clock {
  return {
    ...clock,
    after(ms, run) {
      let cancel: () => void
      const count = (left: number, isFirst = true) => {
        const wait = Math.min(left, step)
        const due = clock.now() + wait
        cancel = clock.after(wait, () => {
          if (left > step) count(left - step)
          else if (isFirst && clock.now() - due >= step) count(step, false)
          else run()
        })
      }
      count(ms)
      return () => cancel()
    },
  }
}
