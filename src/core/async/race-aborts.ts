import { latchkeyError } from '../errors/latchkey-error.ts'
import { raceAbort } from './abort.ts'

/**
 * Creates a function like `raceAbort` that adds only one listener to a signal, even if several promises wait for this signal. A
 * caller may use one signal for many calls, and Node warns of a leak if a signal has more than ten listeners.
 */
export function raceAborts(): typeof raceAbort {
  const waiting = new Map<AbortSignal, { readonly all: () => void; readonly aborts: Set<() => void> }>()

  function listen(signal: AbortSignal) {
    const aborts = new Set<() => void>()
    const all = () => {
      for (const abort of aborts) abort()
    }
    signal.addEventListener('abort', all, { once: true })
    const found = { all, aborts }
    waiting.set(signal, found)
    return found
  }

  return (promise, signal) => {
    if (!signal || signal.aborted) return raceAbort(promise, signal)
    const { all, aborts } = waiting.get(signal) ?? listen(signal)
    return new Promise((resolve, reject) => {
      const abort = () => reject(latchkeyError('flow/aborted', { cause: signal.reason }))
      aborts.add(abort)
      promise.then(resolve, reject).finally(() => {
        aborts.delete(abort)
        if (aborts.size > 0) return
        waiting.delete(signal)
        signal.removeEventListener('abort', all)
      })
    })
  }
}
