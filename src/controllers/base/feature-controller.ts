import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { type Loaded, loadOnce } from '../../core/async/load-once.ts'
import type { Guard } from '../../core/errors/guard.ts'
import type { CallOptions, Clock, Logger, Unsubscribe } from '../../ports.ts'
import { Controller } from './controller.ts'

/** The controller, as its behaviour sees it: the behaviour owns no state of its own that a view would have to read. */
export interface FeatureHost<State extends object, Events extends object = Record<never, never>> {
  readonly state: Readonly<State>
  patch(partial: Partial<State>): void
  batch<T>(run: () => T): T
  emit<E extends keyof Events & string>(
    event: E,
    ...payload: undefined extends Events[E] ? [payload?: Events[E]] : [payload: Events[E]]
  ): void
  /** Has `release` called when the controller is disposed. */
  own(release: Unsubscribe): Unsubscribe
  /** A timer that dies with the controller. */
  after(clock: Pick<Clock, 'after'>, ms: number, run: () => void): Unsubscribe
  /** Runs code that is not ours; what it throws is logged. */
  attempt(run: (() => void) | undefined): void
}

export interface FeatureDeps {
  readonly guard: Guard
  readonly log?: Pick<Logger, 'error'> | undefined
}

/**
 * A controller that is on the client from the start, under its own name and type, and whose behaviour is fetched when it is
 * first used or prepared. State, events and what a server renders are there at once.
 */
export abstract class FeatureController<
  State extends object,
  Events extends object,
  Body extends object,
> extends Controller<State, Events> {
  readonly #guard: Guard
  readonly #body: Loaded<Body>

  /** `load` fetches all that the behaviour is made of at a time, not one part after the other. */
  constructor(initial: State, deps: FeatureDeps, load: (host: FeatureHost<State, Events>) => Promise<Body>) {
    super(initial, deps.log)
    this.#guard = deps.guard
    this.#body = loadOnce(() => load(this.#host()))
  }

  /** Fetches what the first call will need, so that it need not wait. Reaches nobody, and never fails. */
  async prepare(): Promise<void> {
    await this.loadBody().catch(() => {})
  }

  /** The behaviour, once it is here. */
  protected get body(): Body | undefined {
    return this.#body.value
  }

  /**
   * Calls the behaviour: in this very task once it is here, so that a click still counts as one at the wallet. While it is
   * being fetched the call waits, and an abort ends the wait.
   * @throws `flow/aborted`, or what the behaviour throws, as a `LatchkeyError`.
   */
  protected run<T>(use: (body: Body) => T | Promise<T>, { signal }: CallOptions = {}): Promise<T> {
    return this.#guard('INTERNAL_SDK_ERROR', async () => {
      throwIfAborted(signal)
      return use(this.#body.value ?? (await raceAbort(this.loadBody(), signal)))
    })
  }

  protected loadBody(): Promise<Body> {
    return this.#body.load()
  }

  #host(): FeatureHost<State, Events> {
    const controller = this
    return {
      get state() {
        return controller.state
      },
      patch: (partial) => this.patch(partial),
      batch: (run) => this.batch(run),
      emit: (event, ...payload) => this.emit(event, ...payload),
      own: (release) => this.own(release),
      after: (clock, ms, run) => this.after(clock, ms, run),
      attempt: (run) => this.attempt(run),
    }
  }
}
