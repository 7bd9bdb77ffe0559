import { Emitter } from '../../core/emitter.ts'
import type { Clock, Logger, Unsubscribe } from '../../ports.ts'

/** The event that every controller emits in addition to its own: the new snapshot. */
export interface ChangeEvent<State> {
  change: Readonly<State>
}

/** After this many rounds of notification, a listener that patches its own controller is treated as an endless loop. */
const maximumRounds = 100

/**
 * Owns a piece of state that views read. The state is plain data in a frozen snapshot. The snapshot's identity changes
 * only when a value changes, so it works with `useSyncExternalStore`.
 *
 * Listeners are called synchronously, once per patch or once per `batch`. A patch made by a listener is announced
 * after the current round, so all listeners see the changes in the same order and end at the newest state. A listener
 * that throws is logged and does not stop the others.
 *
 * Calls go down the tiers and events go up: a subclass gets the controllers that it calls as arguments of its constructor, and
 * emits events for the tiers above. Subclasses subscribe in `start()`, never in the constructor.
 */
export abstract class Controller<State extends object, Events extends object = Record<never, never>> {
  readonly #emitter: Emitter<Events & ChangeEvent<State>>
  readonly #initial: Readonly<State>
  readonly #log: Pick<Logger, 'error'> | undefined
  #state: Readonly<State>
  /** The snapshot that listeners were last called with. */
  #announced: Readonly<State>
  #owned = new Set<Unsubscribe>()
  #depth = 0
  #disposed = false

  constructor(initial: State, log?: Pick<Logger, 'error'>) {
    this.#initial = this.#announced = this.#state = Object.freeze({ ...initial })
    this.#emitter = new Emitter(log)
    this.#log = log
  }

  /** The current state, as a frozen snapshot. */
  get state(): Readonly<State> {
    return this.#state
  }

  /** Returns the current snapshot. Bound, for `useSyncExternalStore`. */
  readonly getSnapshot = (): Readonly<State> => this.#state

  /** Returns the state at construction, for server rendering and hydration. Bound. */
  readonly getInitialSnapshot = (): Readonly<State> => this.#initial

  /** Subscribes to state changes. Bound, for `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): Unsubscribe => this.on('change', listener)

  /** Listens to `change` or to one of the controller's own events. Returns the unsubscribe function. */
  on<E extends keyof (Events & ChangeEvent<State>) & string>(
    event: E,
    listener: (payload: (Events & ChangeEvent<State>)[E]) => void,
  ): Unsubscribe {
    return this.#disposed ? () => {} : this.#emitter.on(event, listener)
  }

  /** Calls the listener only when the selected part of the state changes. */
  watch<T>(
    select: (state: Readonly<State>) => T,
    listener: (selected: T, previous: T) => void,
    equal: (a: T, b: T) => boolean = Object.is,
  ): Unsubscribe {
    let current = select(this.#state)
    return this.subscribe(() => {
      const previous = current
      const selected = select(this.#state)
      if (equal(selected, previous)) return
      current = selected
      listener(selected, previous)
    })
  }

  /** Removes all listeners and releases everything the controller owns. Later patches are ignored. */
  dispose(): void {
    this.#disposed = true
    for (const release of [...this.#owned].reverse()) this.attempt(release)
    this.#emitter.clear()
  }

  /** Sets some keys. Does nothing when every value is the same as before, including the content of plain data. */
  protected patch(partial: Partial<State>): void {
    this.#replace({ ...this.#state, ...partial })
  }

  /** Restores the state at construction. */
  protected reset(): void {
    this.#replace(this.#initial)
  }

  /** Runs synchronous code and announces all its patches as one change. Inside, `state` is up to date. */
  protected batch<T>(run: () => T): T {
    this.#depth++
    try {
      return run()
    } finally {
      if (--this.#depth === 0) this.#notify()
    }
  }

  protected emit<E extends keyof Events & string>(
    event: E,
    ...payload: undefined extends Events[E] ? [payload?: Events[E]] : [payload: Events[E]]
  ): void {
    this.#emitter.emit(event, payload[0] as (Events & ChangeEvent<State>)[E])
  }

  /** Calls `release` once: on dispose, or at once if already disposed. Call the returned function to release earlier. */
  protected own(release: Unsubscribe): Unsubscribe {
    const once = () => {
      if (this.#owned.delete(once)) release()
    }
    this.#owned.add(once)
    if (this.#disposed) this.attempt(once)
    return once
  }

  /** Starts a timer (ms) that is canceled on dispose. */
  protected after(clock: Pick<Clock, 'after'>, ms: number, run: () => void): Unsubscribe {
    const stop = this.own(
      clock.after(ms, () => {
        stop()
        run()
      }),
    )
    return stop
  }

  /** Runs foreign code, such as a host's callback. Errors are logged and not rethrown. */
  protected attempt(run: (() => void) | undefined): void {
    try {
      run?.()
    } catch (error) {
      this.#log?.error('A callback failed', error)
    }
  }

  #replace(next: State): void {
    if (this.#disposed || hasSameContent(next, this.#state)) return
    // A batch that ends in the announced state announces nothing.
    this.#state = hasSameContent(next, this.#announced) ? this.#announced : Object.freeze(next)
    if (this.#depth === 0) this.#notify()
  }

  #notify(): void {
    this.#depth++
    for (let round = 0; this.#state !== this.#announced && round < maximumRounds; round++) {
      this.#announced = this.#state
      this.#emitter.emit('change', this.#state as never)
    }
    this.#depth--
    if (this.#state === this.#announced) return
    this.#log?.error('A listener keeps changing its state')
    this.#announced = this.#state
  }
}

/**
 * Returns whether two values are identical, or plain objects or arrays with the same content. Compares to a limited depth, so
 * that cycles end.
 */
export function hasSameContent(a: unknown, b: unknown, depth = 9): boolean {
  if (Object.is(a, b)) return true
  if (!depth || !isPlain(a) || !isPlain(b) || a.length !== b.length) return false
  return Object.keys({ ...a, ...b }).every((key) => hasSameContent(a[key], b[key], depth - 1))
}

/** Instances of classes, such as errors, are compared by identity. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return Array.isArray(value) || (value as object | undefined)?.constructor === Object
}
