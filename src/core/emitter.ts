import type { Logger, Unsubscribe } from '../ports.ts'

/**
 * A typed event emitter. A listener that throws is logged and doesn't stop the others. Listeners added or removed during an
 * `emit` don't affect that `emit`.
 */
export class Emitter<Events extends object> {
  /** Sets, so that removing one of thousands of listeners takes no search. */
  readonly #events = new Map<string, Set<(payload: unknown) => void>>()
  readonly #log: Pick<Logger, 'error'> | undefined

  constructor(log?: Pick<Logger, 'error'>) {
    this.#log = log
  }

  on<E extends keyof Events & string>(event: E, listener: (payload: Events[E]) => void): Unsubscribe {
    // Wrapped, so that a function added twice is called twice and each registration is removed on its own.
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
    // A copy, so that listeners that are added meanwhile get only the next event.
    for (const hear of [...(this.#events.get(event) ?? [])]) hear(payload)
  }

  listenerCount(): number {
    return [...this.#events.values()].reduce((sum, { size }) => sum + size, 0)
  }

  clear(): void {
    for (const hearing of this.#events.values()) hearing.clear()
  }
}
