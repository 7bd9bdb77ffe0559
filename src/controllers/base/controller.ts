import { Emitter } from '../../core/emitter.ts'
import type { Clock, Logger, Unsubscribe } from '../../ports.ts'

/** What every controller emits beside its own events: the new snapshot. */
export interface ChangeEvent<State> {
  change: Readonly<State>
}

/** A listener that patches the controller it listens to is heard this often before it is called a loop. */
const maximumRounds = 100

/**
 * Owns a piece of state that views read. The state is plain data, shown as a frozen snapshot whose identity changes
 * exactly when a value does, so that it can be handed to `useSyncExternalStore`.
 *
 * Listeners are called synchronously, once for each patch, or once for a whole `batch`. A patch made by a listener is
 * told to everybody after the running round, so that all hear the changes in one order and end at the newest state. A
 * listener that throws is logged and does not stop the others.
 *
 * Calls go down the tiers, events go up: subclasses take what they call in their constructor and emit what others may
 * care for. They subscribe in `start()`, never in the constructor. Architecture, section 6.
 */
export abstract class Controller<State extends object, Events extends object = Record<never, never>> {
  readonly #emitter: Emitter<Events & ChangeEvent<State>>
  readonly #initial: Readonly<State>
  readonly #log: Pick<Logger, 'error'> | undefined
  #state: Readonly<State>
  #owned = new Set<Unsubscribe>()
  #depth = 0
  #changed = false
  #disposed = false

  constructor(initial: State, log?: Pick<Logger, 'error'>) {
    this.#initial = this.#state = Object.freeze({ ...initial })
    this.#emitter = new Emitter(log)
    this.#log = log
  }

  /** The frozen snapshot. */
  get state(): Readonly<State> {
    return this.#state
  }

  /** Bound, for `useSyncExternalStore`. */
  readonly getSnapshot = (): Readonly<State> => this.#state

  /** Bound; the state at construction, which a server renders and a page hydrates. */
  readonly getInitialSnapshot = (): Readonly<State> => this.#initial

  /** Bound, for `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): Unsubscribe => this.on('change', listener)

  /** Listens to `change` or to one of the controller's own events. */
  on<E extends keyof (Events & ChangeEvent<State>) & string>(
    event: E,
    listener: (payload: (Events & ChangeEvent<State>)[E]) => void,
  ): Unsubscribe {
    return this.#disposed ? () => {} : this.#emitter.on(event, listener)
  }

  /** Calls the listener when the selected part has changed, and only then. */
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

  /** Releases every listener, and what the controller owns. Later patches are ignored. */
  dispose(): void {
    this.#disposed = true
    for (const release of [...this.#owned].reverse()) this.attempt(release)
    this.#emitter.clear()
  }

  /** Sets some keys. Values that are the same already (`Object.is`) change nothing. */
  protected patch(partial: Partial<State>): void {
    this.#replace({ ...this.#state, ...partial })
  }

  /** Goes back to the state at construction. */
  protected reset(): void {
    this.#replace(this.#initial)
  }

  /** Runs synchronous code; however much it patches, listeners hear of one change. State is current inside. */
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

  /** Has `release` called on dispose (at once when that is past). What it returns does so earlier; it runs once. */
  protected own(release: Unsubscribe): Unsubscribe {
    const once = () => {
      if (this.#owned.delete(once)) release()
    }
    this.#owned.add(once)
    if (this.#disposed) this.attempt(once)
    return once
  }

  /** A timer that dies with the controller. */
  protected after(clock: Pick<Clock, 'after'>, ms: number, run: () => void): Unsubscribe {
    const stop = this.own(
      clock.after(ms, () => {
        stop()
        run()
      }),
    )
    return stop
  }

  /** Runs code that is not ours, such as a callback: what it throws is logged and stops nothing. */
  protected attempt(run: (() => void) | undefined): void {
    try {
      run?.()
    } catch (error) {
      this.#log?.error('A callback failed', error)
    }
  }

  #replace(next: State): void {
    const keys = Object.keys({ ...this.#state, ...next }) as (keyof State)[]
    if (this.#disposed || keys.every((key) => Object.is(next[key], this.#state[key]))) return
    this.#state = Object.freeze(next)
    this.#changed = true
    if (this.#depth === 0) this.#notify()
  }

  #notify(): void {
    this.#depth++
    for (let round = 0; this.#changed && round < maximumRounds; round++) {
      this.#changed = false
      this.#emitter.emit('change', this.#state as never)
    }
    this.#depth--
    if (this.#changed) this.#log?.error('A listener keeps changing the state that it listens to')
    this.#changed = false
  }
}
