import type { Unsubscribe } from '../../ports.ts'

interface Source {
  subscribe(listener: () => void): Unsubscribe
}

/** Reads a value from controllers, and calls the listener only when this value changes. */
export function watchValue<T>(
  sources: readonly Source[],
  read: () => T,
  listener: (value: T) => void,
  equal: (a: T, b: T) => boolean = sameFields,
): Unsubscribe {
  let last = read()
  const check = () => {
    const now = read()
    if (equal(last, now)) return
    last = now
    listener(now)
  }
  const releases = sources.map((source) => source.subscribe(check))
  return () => {
    for (const release of releases) release()
  }
}

/** Returns whether two values are equal. Objects are equal if their fields are identical. */
export function sameFields<T>(a: T, b: T): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false
  const keys = Object.keys(a) as (keyof T)[]
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(a[key], b[key]))
}
