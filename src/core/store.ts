import type { Unsubscribe } from '../ports.ts'

/** An observable value, in the shape that `useSyncExternalStore` expects. */
export interface Store<T> {
  getSnapshot(): T
  /** The snapshot for server rendering and hydration. */
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
      // Wrapped, so that a function subscribed twice has two subscriptions that end separately.
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
