import type { Clock } from '../../ports.ts'

/** In ms. A timer that fires this much late was stopped: the device slept, or the browser throttles the page. */
const step = 1000

/**
 * A clock whose `after` doesn't count the time asleep: it counts down in steps of a second, and a late step counts as one second. If
 * the last step is late, one more follows. So a limit can't end at the moment of waking, before the page has received the answer
 * that came meanwhile.
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
