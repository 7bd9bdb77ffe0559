import { vi } from 'vitest'
import { transactionWaits } from '../../src/core/wallet/transaction-waits.ts'
import type { Clock } from '../../src/ports.ts'

export interface IdleClock extends Clock {
  /**
   * Runs the timers one after the other until `work` settles. Before each timer, waits until no request is open.
   * @throws the error of `work`
   */
  pass<T>(work: Promise<T>): Promise<T>
  /** Runs the timers that are due within `ms`, in order. Before each timer, waits until no request is open. */
  advance(ms: number): Promise<void>
  /** Stops the clock until the promise settles. */
  during<T>(request: Promise<T>): Promise<T>
  readonly pending: number
}

interface Timer {
  at: number
  readonly every: number | undefined
  readonly run: () => void
}

/**
 * Before a long jump, the clock waits 10 ms for code that may be loading. After this many long jumps in a row that found no
 * loading code, the clock waits only 1 ms. So many long jumps in a row come from a loop that polls, and this loop has loaded its
 * code.
 */
const attentive = 5

/**
 * Returns a clock for tests with real nodes. The clock stands still while a request is open, so no request reaches its time
 * limit. When no request is open, the clock jumps to the next timer, so hours of waiting take milliseconds.
 */
export function idleClock(start = 1_700_000_000_000): IdleClock {
  const timers = new Set<Timer>()
  let now = start
  let open = 0
  let moves = 0
  /** How many long jumps in a row found no code that was loading. */
  let calm = 0

  const add = (ms: number, run: () => void, every?: number) => {
    const timer = { at: now + Math.max(0, ms), every, run }
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  /** Resolves when no request was open for a few turns of the event loop. */
  const idle = async () => {
    for (let quiet = 0, seen = moves; quiet < 3; ) {
      await new Promise<void>((resolve) => setImmediate(resolve))
      quiet = open === 0 && seen === moves ? quiet + 1 : 0
      seen = moves
      if (open > 0) await new Promise<void>((resolve) => setTimeout(resolve, 1))
    }
  }
  const first = (until: number) => [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
  const next = async (until: number) => {
    const far = (first(until)?.at ?? 0) - now >= transactionWaits.storing
    // The page may be loading code, which the clock doesn't count as an open request. So wait for the code before a long jump,
    // then check for open requests.
    if (far) {
      const seen = moves
      await new Promise<void>((resolve) => setTimeout(resolve, calm < attentive ? 10 : 1))
      await vi.dynamicImportSettled()
      const isCalm = seen === moves && open === 0
      calm = isCalm ? calm + 1 : 0
      if (!isCalm) return true
    }
    const due = first(until)
    if (!due) return false
    now = Math.max(now, due.at)
    if (due.every === undefined) timers.delete(due)
    else due.at += due.every
    due.run()
    return true
  }

  return {
    now: () => now,
    after: (ms, run) => add(ms, run),
    every: (ms, run) => add(Math.max(1, ms), run, Math.max(1, ms)),
    get pending() {
      return timers.size
    },
    async during(request) {
      open++
      moves++
      try {
        return await request
      } finally {
        open--
        moves++
      }
    },
    async pass(work) {
      calm = 0
      let settled = false
      const end = () => {
        settled = true
      }
      work.then(end, end)
      while (!settled) {
        await idle()
        if (!settled) await next(Number.POSITIVE_INFINITY)
      }
      return work
    },
    async advance(ms) {
      calm = 0
      const until = now + ms
      do await idle()
      while (await next(until))
      now = until
    },
  }
}
