import type { Clock } from '../ports.ts'

export interface ManualClock extends Clock {
  /**
   * Advances the time by `ms`. Runs every due timer in order, and lets pending promises settle before each timer and after
   * the last, so that a chain of awaits and timers runs as in real time.
   */
  advance(ms: number): Promise<void>
  /**
   * Moves the time by `ms` without running timers, as when a computer or phone sleeps. The next `advance` runs the timers that are
   * due by then, late.
   */
  sleep(ms: number): void
  /** The number of pending timers. It should be zero at the end of a test. */
  readonly pending: number
}

interface Timer {
  at: number
  readonly every: number | undefined
  readonly run: () => void
}

/**
 * Creates a clock that moves only when `advance` is called.
 * @param start Unix time in ms.
 */
export function manualClock(start = 1_700_000_000_000): ManualClock {
  const timers = new Set<Timer>()
  let now = start

  const add = (ms: number, run: () => void, every?: number) => {
    const timer = { at: now + Math.max(0, ms), every, run }
    timers.add(timer)
    return () => void timers.delete(timer)
  }

  return {
    now: () => now,
    after: (ms, run) => add(ms, run),
    // An interval of zero would never let the time advance.
    every: (ms, run) => add(Math.max(1, ms), run, Math.max(1, ms)),
    get pending() {
      return timers.size
    },
    sleep(ms) {
      now += ms
    },
    async advance(ms) {
      const end = now + ms
      for (;;) {
        await settle()
        const due = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        now = Math.max(now, due.at)
        if (due.every === undefined) timers.delete(due)
        // After sleep, an interval runs once, not once for each interval that was missed.
        else due.at = Math.max(now, due.at + due.every)
        due.run()
      }
      now = end
    },
  }
}

/**
 * Waits until resolved promises have run their callbacks. Repeats this a few times, because callbacks resolve further promises.
 */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setTimeout(resolve))
}
