import type { Logger, Unsubscribe } from '../ports.ts'

/**
 * A typed event emitter. A listener that throws is logged and does not stop the others; who is added or removed while an
 * event is being told does not change who hears of it. Ours, because eventemitter3 is CommonJS, which bundlers wrap
 * whole: it was 1.3 kB of every page, this is 0.2.
 */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<string, Set<{ readonly hear: (payload: never) => void }>>()
  readonly #log: Pick<Logger, 'error'> | undefined

  constructor(log?: Pick<Logger, 'error'>) {
    this.#log = log
  }

  on<E extends keyof Events & string>(event: E, listener: (payload: Events[E]) => void): Unsubscribe {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners)
    // Wrapped, so that one function that is added twice is heard twice, and removed one by one.
    const entry = { hear: listener }
    listeners.add(entry)
    return () => {
      listeners.delete(entry)
    }
  }

  emit<E extends keyof Events & string>(event: E, payload: Events[E]): void {
    for (const { hear } of [...(this.#listeners.get(event) ?? [])]) {
      try {
        hear(payload as never)
      } catch (error) {
        this.#log?.error(`A listener of "${event}" failed`, error)
      }
    }
  }

  listenerCount(event?: keyof Events & string): number {
    const counted = event ? [this.#listeners.get(event)] : [...this.#listeners.values()]
    return counted.reduce((sum, listeners) => sum + (listeners?.size ?? 0), 0)
  }

  clear(): void {
    for (const listeners of this.#listeners.values()) listeners.clear()
  }
}
