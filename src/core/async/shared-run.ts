import { raceAbort, throwIfAborted } from './abort.ts'

interface Run<T> {
  readonly promise: Promise<T>
  readonly stop: AbortController
  callers: number
}

export interface SharingLimits {
  /** How many runs can be joined at a time; what comes then goes by itself. Default: all. */
  readonly max?: number | undefined
  /** Its abort aborts every run. */
  readonly life?: AbortSignal | undefined
}

/**
 * Joins calls of one key while one of them is under way. A caller who aborts leaves at once; the run itself goes on for
 * the others and is aborted when the last of them has left. What has settled is forgotten.
 */
export function sharedRuns<T>({ max = Number.POSITIVE_INFINITY, life }: SharingLimits = {}) {
  const open = new Map<unknown, Run<T>>()
  // One listener for all: a signal with thousands of them is slow, and Node warns of it.
  const running = new Set<AbortController>()
  const abortAll = () => {
    for (const stop of running) stop.abort(life?.reason)
  }
  life?.addEventListener('abort', abortAll, { once: true })

  function start(key: unknown, run: (signal: AbortSignal) => Promise<T>): Run<T> {
    const stop = new AbortController()
    const started: Run<T> = { stop, callers: 0, promise: run(stop.signal) }
    running.add(stop)
    if (open.size < max) open.set(key, started)
    const forget = () => leave(key, started)
    started.promise.then(forget, forget)
    return started
  }

  function leave(key: unknown, run: Run<T>): void {
    running.delete(run.stop)
    if (open.get(key) === run) open.delete(key)
  }

  return async (
    key: unknown,
    run: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal | undefined,
  ): Promise<T> => {
    throwIfAborted(signal)
    const shared = open.get(key) ?? start(key, run)
    shared.callers++
    try {
      return await raceAbort(shared.promise, signal)
    } finally {
      // A run that has settled hears nothing any more, and making the reason of an abort is what costs most here.
      if (--shared.callers === 0 && running.has(shared.stop)) {
        shared.stop.abort()
        leave(key, shared)
      }
    }
  }
}
