const minute = 60_000

/** Caches each answer for a minute, including failures. Concurrent calls with the same key share one answer. */
export function keptForAMinute<K, T>(ask: (key: K) => Promise<T>, now: () => number): (key: K) => Promise<T> {
  const kept = new Map<K, { readonly answer: Promise<T>; until: number }>()
  return (key) => {
    const known = kept.get(key)
    if (known && now() < known.until) return known.answer
    const one = { answer: ask(key), until: Number.POSITIVE_INFINITY }
    kept.set(key, one)
    const settled = () => {
      one.until = now() + minute
    }
    one.answer.then(settled, settled)
    return one.answer
  }
}
