import { EventEmitter } from 'eventemitter3'
import type { Logger, Unsubscribe } from '../ports.ts'

/**
 * A typed event emitter. A listener that throws is logged and doesn't stop the others. Listeners added or removed during an
 * `emit` don't affect that `emit`.
 */
export class Emitter<Events extends object> {
  readonly #events = new EventEmitter<Record<string, (payload: unknown) => void>>()
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
    this.#events.on(event, hear)
    return () => {
      this.#events.off(event, hear)
    }
  }

  emit<E extends keyof Events & string>(event: E, payload: Events[E]): void {
    this.#events.emit(event, payload)
  }

  listenerCount(): number {
    return this.#events.eventNames().flatMap((event) => this.#events.listeners(event)).length
  }

  clear(): void {
    this.#events.removeAllListeners()
  }
}
