import { Emitter } from '../../core/emitter.ts'
import type { Clock, Logger, Unsubscribe } from '../../ports.ts'

/** The event that every controller emits besides its own events. Its value is the new snapshot. */
export interface ChangeEvent<State> {
  change: Readonly<State>
}

/**
 * The maximum number of `change` events that one patch can cause. Without this limit, a listener that patches its own controller
 * could cause an endless loop.
 */
const maximumRounds = 100

/**
 * Owns a part of the state that views read. The state is plain data in a frozen snapshot. A new snapshot is created only when a
 * value changes, as `useSyncExternalStore` requires.
 *
 * Listeners are called synchronously, once per patch or once per `batch`. If a listener makes a patch, the patch is announced
 * only after all listeners were called for the earlier change. So all listeners see the changes in the same order, and see the
 * newest state last. If a listener throws, the error is logged and the other listeners are still called.
 *
 * Controllers are ordered in tiers. A controller calls only lower tiers, which are arguments of its constructor, and emits events
 * for higher tiers. Subclasses subscribe to events in `start()`, except `AccountController` and `SignInController`, which do so in
 * their constructors.
 */
export abstract class Controller<State extends object, Events extends object = Record<never, never>> {
  readonly #emitter: Emitter<Events & ChangeEvent<State>>
  readonly #initial: Readonly<State>
  readonly #log: Pick<Logger, 'error'> | undefined
  #state: Readonly<State>
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

  /** Returns the current snapshot. Bound to the controller, so that it can be passed to `useSyncExternalStore`. */
  readonly getSnapshot = (): Readonly<State> => this.#state

  /** Returns the initial state, for server rendering and hydration. Bound to the controller. */
  readonly getInitialSnapshot = (): Readonly<State> => this.#initial

  /** Subscribes to state changes. Bound to the controller, so that it can be passed to `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): Unsubscribe => this.on('change', listener)

  /** Listens to `change` or to one of the controller's own events. Returns the unsubscribe function. */
  on<E extends keyof (Events & ChangeEvent<State>) & string>(
    event: E,
    listener: (payload: (Events & ChangeEvent<State>)[E]) => void,
  ): Unsubscribe {
    return this.#disposed ? () => {} : this.#emitter.on(event, listener)
  }

  /** Calls the listener when the selected part of the state changes. */
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

  /** Removes all listeners and releases everything that the controller owns. Ignores later patches. */
  dispose(): void {
    this.#disposed = true
    for (const release of [...this.#owned].reverse()) this.attempt(release)
    this.#emitter.clear()
  }

  /** Sets some keys of the state. Does nothing if the new values equal the current values. */
  protected patch(partial: Partial<State>): void {
    this.#replace({ ...this.#state, ...partial })
  }

  /** Restores the initial state. */
  protected reset(): void {
    this.#replace(this.#initial)
  }

  /** Runs synchronous code and announces all its patches as one change. Within `run`, `state` already has the patches. */
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

  /**
   * Calls `release` when the controller is disposed, or at once if the controller is already disposed. Call the returned function
   * to call `release` earlier.
   */
  protected own(release: Unsubscribe): Unsubscribe {
    const once = () => {
      if (this.#owned.delete(once)) release()
    }
    this.#owned.add(once)
    if (this.#disposed) this.attempt(once)
    return once
  }

  /** Calls `run` after `ms` milliseconds, but not if the controller is disposed first. */
  protected after(clock: Pick<Clock, 'after'>, ms: number, run: () => void): Unsubscribe {
    const stop = this.own(
      clock.after(ms, () => {
        stop()
        run()
      }),
    )
    return stop
  }

  /** Calls a function that may throw, such as a host's callback. Logs the error and doesn't rethrow it. */
  protected attempt(run: (() => void) | undefined): void {
    try {
      run?.()
    } catch (error) {
      this.#log?.error('A callback failed', error)
    }
  }

  #replace(next: State): void {
    if (this.#disposed || hasSameContent(next, this.#state)) return
    // If the state equals the announced state again, restore the announced snapshot, so that no listener is called.
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
 * Returns whether two values are identical, or are plain objects or arrays with the same content. The depth is limited because
 * values may contain cycles.
 */
export function hasSameContent(a: unknown, b: unknown, depth = 9): boolean {
  if (Object.is(a, b)) return true
  if (!depth || !isPlain(a) || !isPlain(b) || a.length !== b.length) return false
  return Object.keys({ ...a, ...b }).every((key) => hasSameContent(a[key], b[key], depth - 1))
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return Array.isArray(value) || (value as object | undefined)?.constructor === Object
}
