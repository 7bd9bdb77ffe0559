import type { ManualClock } from 'latchkey/testing'

/** Lets pending promises settle, without real timers. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Creates a manual clock that can simulate thousands of days in a minute. Calls `settle` before each timer. */
export function dayClock(settle: () => Promise<unknown> = turns): ManualClock {
  const start = 1_700_000_000_000
  const timers = new Set<{ at: number; every?: number; run: () => void }>()
  let now = start
  const add = (ms: number, run: () => void, every?: number) => {
    const timer = { at: now + Math.max(0, ms), run, ...(every !== undefined && { every }) }
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  return {
    now: () => now,
    after: (ms, run) => add(ms, run),
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
        let due: { at: number; every?: number; run: () => void } | undefined
        for (const timer of timers) if (timer.at <= end && (!due || timer.at < due.at)) due = timer
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
