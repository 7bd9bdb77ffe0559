import { raceAbort, throwIfAborted } from './abort.ts'

interface Run<T> {
  readonly promise: Promise<T>
  readonly stop: AbortController
  callers: number
}

export interface SharingLimits {
  /**
   * The maximum number of runs that calls can share at a time. Above this limit, a call with a new key starts a run that isn't
   * shared. Default: unlimited.
   */
  readonly max?: number | undefined
  /** Aborting this signal aborts all open runs. */
  readonly life?: AbortSignal | undefined
  /** Rejects a call when its signal aborts. Default: `raceAbort`, which adds one listener per call to the signal. */
  readonly race?: typeof raceAbort | undefined
}

/**
 * Shares one run among concurrent calls with the same key. If a caller aborts, only its own call rejects. The run is aborted when
 * all its callers have aborted.
 */
export function sharedRuns<T>({
  max = Number.POSITIVE_INFINITY,
  life,
  race = raceAbort,
}: SharingLimits = {}) {
  const open = new Map<unknown, Run<T>>()
  // Adds one listener for all runs, because a signal with thousands of listeners is slow, and Node warns about such a signal.
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
      return await race(shared.promise, signal)
    } finally {
      // Don't abort a settled run. Its signal no longer matters, and creating the abort reason is expensive.
      if (--shared.callers === 0 && running.has(shared.stop)) {
        shared.stop.abort()
        leave(key, shared)
      }
    }
  }
}
