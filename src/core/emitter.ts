import { EventEmitter } from 'eventemitter3'
import type { Logger, Unsubscribe } from '../ports.ts'

/** A typed event emitter. A listener that throws is logged and does not stop the others. */
export class Emitter<Events extends object> {
  readonly #inner = new EventEmitter()
  readonly #log: Pick<Logger, 'error'> | undefined

  constructor(log?: Pick<Logger, 'error'>) {
    this.#log = log
  }

  on<E extends keyof Events & string>(event: E, listener: (payload: Events[E]) => void): Unsubscribe {
    const guarded = (payload: Events[E]) => {
      try {
        listener(payload)
      } catch (error) {
        this.#log?.error(`A listener of "${event}" failed`, error)
      }
    }
    this.#inner.on(event, guarded)
    return () => {
      this.#inner.off(event, guarded)
    }
  }

  emit<E extends keyof Events & string>(event: E, payload: Events[E]): void {
    this.#inner.emit(event, payload)
  }

  listenerCount(event?: keyof Events & string): number {
    if (event) return this.#inner.listenerCount(event)
    return this.#inner.eventNames().reduce((sum, name) => sum + this.#inner.listenerCount(name), 0)
  }

  clear(): void {
    this.#inner.removeAllListeners()
  }
}
