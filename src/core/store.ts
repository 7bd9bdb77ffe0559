import type { Unsubscribe } from '../ports.ts'

/** A value that can be watched, in the shape that `useSyncExternalStore` takes. */
export interface Store<T> {
  getSnapshot(): T
  /** What a server renders, and a page hydrates. */
  getInitialSnapshot(): T
  subscribe(listener: () => void): Unsubscribe
  set(value: T): void
}

export function storeOf<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    getSnapshot: () => value,
    getInitialSnapshot: () => initial,
    subscribe(listener) {
      // The same function may be handed in twice, and each has its own end.
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
  }
}
