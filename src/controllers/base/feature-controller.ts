import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { type Loaded, loadOnce } from '../../core/async/load-once.ts'
import type { Guard } from '../../core/errors/guard.ts'
import type { CallOptions, Clock, Logger, Unsubscribe } from '../../ports.ts'
import { Controller } from './controller.ts'

/**
 * The part of a controller that the feature's engine can use. All state that views read lives in the controller, none in the
 * engine.
 */
export interface FeatureHost<State extends object, Events extends object = Record<never, never>> {
  readonly state: Readonly<State>
  patch(partial: Partial<State>): void
  batch<T>(run: () => T): T
  emit<E extends keyof Events & string>(
    event: E,
    ...payload: undefined extends Events[E] ? [payload?: Events[E]] : [payload: Events[E]]
  ): void
  /** Calls `release` on dispose. */
  own(release: Unsubscribe): Unsubscribe
  /** Starts a timer (ms) that is canceled on dispose. */
  after(clock: Pick<Clock, 'after'>, ms: number, run: () => void): Unsubscribe
  /** Runs foreign code, such as a host's callback. Errors are logged and not rethrown. */
  attempt(run: (() => void) | undefined): void
}

export interface FeatureDeps {
  readonly guard: Guard
  readonly log?: Pick<Logger, 'error'> | undefined
}

/**
 * A controller whose engine is loaded on first use or by `prepare()`. The controller itself is on the client from the
 * start, so its state, events and server rendering work before the engine is loaded.
 */
export abstract class FeatureController<
  State extends object,
  Events extends object,
  Body extends object,
> extends Controller<State, Events> {
  readonly #guard: Guard
  readonly #body: Loaded<Body>

  /** `load` must fetch all parts of the engine in parallel. */
  constructor(initial: State, deps: FeatureDeps, load: (host: FeatureHost<State, Events>) => Promise<Body>) {
    super(initial, deps.log)
    this.#guard = deps.guard
    // An engine also calls the protected methods, which the type `FeatureHost` lists.
    this.#body = loadOnce(() => load(this as unknown as FeatureHost<State, Events>))
  }

  /** Loads the code that the first call needs. Makes no requests besides loading code. Never rejects. */
  async prepare(): Promise<void> {
    await this.loadBody().catch(() => {})
  }

  /** Returns the engine, if loaded. */
  protected get body(): Body | undefined {
    return this.#body.value
  }

  /**
   * Calls the engine. If the engine is loaded, the call runs in the same task, so a click still counts as user activation when a
   * wallet opens a popup. Otherwise the call waits for loading, and aborting ends the wait. All patches that the engine makes
   * before its first `await` are announced as one change.
   * @throws `flow/aborted`, or what the engine throws, as a `LatchkeyError`.
   */
  protected run<T>(use: (body: Body) => T | Promise<T>, { signal }: CallOptions = {}): Promise<T> {
    return this.#guard('INTERNAL_SDK_ERROR', async () => {
      throwIfAborted(signal)
      const body = this.#body.value ?? (await raceAbort(this.loadBody(), signal))
      return this.batch(() => use(body))
    })
  }

  protected loadBody(): Promise<Body> {
    return this.#body.load()
  }
}
