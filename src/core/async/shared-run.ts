import { raceAbort, throwIfAborted } from './abort.ts'

/**
 * Joins calls of one key while one of them is under way. A caller who aborts leaves at once; the run itself goes on for
 * the others and is aborted when the last of them has left.
 */
export function sharedRuns<T>() {
  const runs = new Map<string, { callers: number; readonly stop: AbortController; promise: Promise<T> }>()
  return async (
    key: string,
    run: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal | undefined,
  ): Promise<T> => {
    throwIfAborted(signal)
    let shared = runs.get(key)
    if (!shared) {
      const stop = new AbortController()
      shared = { callers: 0, stop, promise: run(stop.signal) }
      runs.set(key, shared)
    }
    shared.callers++
    try {
      return await raceAbort(shared.promise, signal)
    } finally {
      // The first to leave a settled run forgets it, so that a later caller starts anew.
      if (--shared.callers === 0 || !signal?.aborted) {
        if (runs.get(key) === shared) runs.delete(key)
        if (shared.callers === 0) shared.stop.abort()
      }
    }
  }
}
