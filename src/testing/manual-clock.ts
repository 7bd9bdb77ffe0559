import type { Clock } from '../ports.ts'

export interface ManualClock extends Clock {
  /**
   * Lets time pass: runs every timer that falls due, in order, and lets pending promises settle before each and after
   * the last, so that a chain of awaits and timers unrolls as it would in real time.
   */
  advance(ms: number): Promise<void>
  /** Timers that are waiting. Zero at the end of a test means that nothing was left behind. */
  readonly pending: number
}

interface Timer {
  at: number
  readonly every: number | undefined
  readonly run: () => void
}

/** A clock that stands still until `advance` is called. */
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
    // Zero would never let time pass.
    every: (ms, run) => add(Math.max(1, ms), run, Math.max(1, ms)),
    get pending() {
      return timers.size
    },
    async advance(ms) {
      const end = now + ms
      for (;;) {
        await settle()
        const due = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        now = Math.max(now, due.at)
        if (due.every === undefined) timers.delete(due)
        else due.at += due.every
        due.run()
      }
      now = end
    },
  }
}

/** Lets everything that is already resolved run on: microtasks, and what they schedule, a few turns deep. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setTimeout(resolve))
}
