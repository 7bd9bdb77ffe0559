import { isFresh } from '../../core/timing.ts'

const minute = 60_000

interface Kept<T> {
  readonly answer: Promise<T>
  /** When the answer arrived, in ms since the epoch. */
  at: number | undefined
}

/** Caches each answer for a minute, including failures. Concurrent calls with the same key share one answer. */
export function keptForAMinute<K, T>(ask: (key: K) => Promise<T>, now: () => number): (key: K) => Promise<T> {
  const kept = new Map<K, Kept<T>>()
  return (key) => {
    const known = kept.get(key)
    if (known && (known.at === undefined || isFresh(known.at, minute, now()))) return known.answer
    const one: Kept<T> = { answer: ask(key), at: undefined }
    kept.set(key, one)
    const settled = () => {
      one.at = now()
    }
    one.answer.then(settled, settled)
    return one.answer
  }
}
