import { throwIfAborted } from '../core/errors/latchkey-error.ts'
import { raceAbort } from '../core/timing.ts'

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
 * has left, and with `life`. At most `max` can be joined: older ones go on by themselves. Failures are not kept.
 */
export function sharedCalls(max: number, life: AbortSignal): SharedCalls {
  const open = new Map<unknown, Shared>()

  function start(key: unknown, run: (signal: AbortSignal) => Promise<unknown>): Shared {
    const controller = new AbortController()
    const abort = () => controller.abort(life.reason)
    life.addEventListener('abort', abort, { once: true })
    const forget = () => {
      life.removeEventListener('abort', abort)
      if (open.get(key) === shared) open.delete(key)
    }
    const shared: Shared = { controller, callers: 0, forget, work: run(controller.signal) }
    shared.work.then(forget, forget)
    open.set(key, shared)
    for (const oldest of open.keys()) {
      if (open.size <= max) break
      open.delete(oldest)
    }
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
          shared.forget()
          shared.controller.abort()
        }
      }
    },
  }
}
