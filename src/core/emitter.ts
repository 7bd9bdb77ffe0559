import type { Logger, Unsubscribe } from '../ports.ts'

/**
 * A typed event emitter. If a listener throws, logs the error and calls the other listeners. Listeners that are added or removed
 * during an `emit` don't affect that `emit`.
 */
export class Emitter<Events extends object> {
  /** Uses sets, because removing one of thousands of listeners from an array is slow. */
  readonly #events = new Map<string, Set<(payload: unknown) => void>>()
  readonly #log: Pick<Logger, 'error'> | undefined

  constructor(log?: Pick<Logger, 'error'>) {
    this.#log = log
  }

  on<E extends keyof Events & string>(event: E, listener: (payload: Events[E]) => void): Unsubscribe {
    // Wraps the listener, so that each registration of the same function is called and removed separately.
    const hear = (payload: unknown) => {
      try {
        listener(payload as Events[E])
      } catch (error) {
        this.#log?.error(`A listener of "${event}" failed`, error)
      }
    }
    const hearing = this.#events.get(event) ?? new Set()
    this.#events.set(event, hearing.add(hear))
    return () => {
      hearing.delete(hear)
    }
  }

  emit<E extends keyof Events & string>(event: E, payload: Events[E]): void {
    // Copies the listeners, so that a listener that is added during this `emit` doesn't get its event.
    for (const hear of [...(this.#events.get(event) ?? [])]) hear(payload)
  }

  listenerCount(): number {
    return [...this.#events.values()].reduce((sum, { size }) => sum + size, 0)
  }

  clear(): void {
    for (const hearing of this.#events.values()) hearing.clear()
  }
}
