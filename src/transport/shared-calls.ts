import { raceAbort, throwIfAborted } from '../core/async/abort.ts'

interface Shared {
  readonly work: Promise<unknown>
  readonly controller: AbortController
  readonly forget: () => void
  callers: number
}

export interface SharedCalls {
  /** Joins the work of this key while it is under way, or starts it. */
  join<T>(key: unknown, run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
}

/**
 * Lets equal calls share one piece of work. A caller who aborts leaves the others alone; the work is aborted when the last
 * has left, and with `life`. At most `max` can be joined; what comes then goes by itself. Failures are not kept.
 */
export function sharedCalls(max: number, life: AbortSignal): SharedCalls {
  const open = new Map<unknown, Shared>()
  // One listener for all: a signal with thousands of them is slow, and Node warns of it.
  const running = new Set<AbortController>()
  const abortAll = () => {
    for (const controller of running) controller.abort(life.reason)
  }
  life.addEventListener('abort', abortAll, { once: true })

  function start(key: unknown, run: (signal: AbortSignal) => Promise<unknown>): Shared {
    const controller = new AbortController()
    running.add(controller)
    const forget = () => {
      running.delete(controller)
      if (open.get(key) === shared) open.delete(key)
    }
    const shared: Shared = { controller, callers: 0, forget, work: run(controller.signal) }
    shared.work.then(forget, forget)
    if (open.size < max) open.set(key, shared)
    return shared
  }

  return {
    async join<T>(key: unknown, run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal) {
      throwIfAborted(signal)
      const shared = open.get(key) ?? start(key, run)
      shared.callers++
      try {
        return (await raceAbort(shared.work, signal)) as T
      } finally {
        if (--shared.callers === 0) {
          // Making the reason of an abort that nobody hears is what costs most here.
          if (running.has(shared.controller)) shared.controller.abort()
          shared.forget()
        }
      }
    },
  }
}
