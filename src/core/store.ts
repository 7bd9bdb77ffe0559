import type { Unsubscribe } from '../ports.ts'

/** An observable value with the methods that `useSyncExternalStore` needs. */
export interface Store<T> {
  getSnapshot(): T
  /** Returns the snapshot for server rendering and hydration. */
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
      // Wraps the listener, so that each subscription of the same function is called and ended separately.
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
