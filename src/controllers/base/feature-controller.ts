import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { type Loaded, loadOnce } from '../../core/async/load-once.ts'
import type { Guard } from '../../core/errors/guard.ts'
import type { CallOptions, Clock, Logger, Unsubscribe } from '../../ports.ts'
import { Controller } from './controller.ts'

/**
 * The members of a feature controller that its engine can use. The controller holds all state that views read. The engine holds
 * none.
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
  /** Calls `run` after `ms` milliseconds, but not if the controller is disposed first. */
  after(clock: Pick<Clock, 'after'>, ms: number, run: () => void): Unsubscribe
  /** Calls a function that may throw, such as a host's callback. Logs the error and doesn't rethrow it. */
  attempt(run: (() => void) | undefined): void
}

export interface FeatureDeps {
  readonly guard: Guard
  readonly log?: Pick<Logger, 'error'> | undefined
}

/**
 * A controller that loads its engine at the first call, or earlier if `prepare()` is called. The client creates the controller at
 * the start. So the controller's state and events can be used before the engine is loaded, and in server rendering.
 */
export abstract class FeatureController<
  State extends object,
  Events extends object,
  Body extends object,
> extends Controller<State, Events> {
  readonly #guard: Guard
  readonly #body: Loaded<Body>

  constructor(initial: State, deps: FeatureDeps, load: (host: FeatureHost<State, Events>) => Promise<Body>) {
    super(initial, deps.log)
    this.#guard = deps.guard
    // The cast gives the engine the protected methods that `FeatureHost` lists.
    this.#body = loadOnce(() => load(this as unknown as FeatureHost<State, Events>))
  }

  /** Loads the code that the first call needs, and requests nothing else. Never rejects. */
  async prepare(): Promise<void> {
    await this.loadBody().catch(() => {})
  }

  /** Returns the engine if it is loaded. */
  protected get body(): Body | undefined {
    return this.#body.value
  }

  /**
   * Calls the engine. If the engine is loaded, the call runs at once, within the visitor's click: browsers open a wallet's popup
   * only within a click. If the engine isn't loaded, the call waits for it, and rejects when `signal` aborts. All patches that
   * the engine makes before its first `await` are announced as one change.
   * @throws `flow/aborted`, or the engine's error as a `LatchkeyError`.
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
