import type { Clock } from '../ports.ts'

export interface ManualClock extends Clock {
  /**
   * Advances the time by `ms`, and runs all timers that are due, in order. Lets promises settle before each timer and after the
   * last, so that code with several awaits and timers runs as in real time.
   */
  advance(ms: number): Promise<void>
  /**
   * Advances the time by `ms` without running timers, as when a computer or phone sleeps. The next `advance` runs the timers
   * that are late.
   */
  sleep(ms: number): void
  /** The number of pending timers. At the end of a test, it should be zero. */
  readonly pending: number
}

interface Timer {
  at: number
  readonly every: number | undefined
  readonly run: () => void
}

/**
 * Creates a clock whose time changes only when a test advances it.
 * @param start The first time, in Unix ms.
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
    // With an interval of zero, the time would never advance.
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
        // After sleep, run an interval once, however many times it missed.
        else due.at = due.at + due.every > now ? due.at + due.every : now + due.every
        due.run()
      }
      now = end
    },
  }
}

/** Lets promises settle. Repeats this a few times, because their callbacks resolve further promises. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setTimeout(resolve))
}
