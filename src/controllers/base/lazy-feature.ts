import type { CallOptions } from '../../ports.ts'
import { FeatureController, type FeatureDeps, type FeatureHost } from './feature-controller.ts'

/** An engine's methods; they may return synchronously. */
type Behaviour = Readonly<Record<string, (...args: never[]) => unknown>>

/** The same methods as the client exposes them: each one waits for the engine and returns a promise. */
export type LazyCalls<Calls> = {
  readonly [K in keyof Calls]: Calls[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never
}

/** A feature whose engine is loaded when one of its methods is first called. See `FeatureController`. */
export type LazyFeature<
  State extends object,
  Calls extends object,
  Events extends object = Record<never, never>,
> = Omit<FeatureController<State, Events, Calls>, keyof Calls> & LazyCalls<Calls>

class Lazy<State extends object, Events extends object, Calls extends object> extends FeatureController<
  State,
  Events,
  Calls
> {
  constructor(
    initial: State,
    calls: readonly (keyof Calls)[],
    deps: FeatureDeps,
    load: (host: FeatureHost<State, Events>) => Promise<Calls>,
  ) {
    super(initial, deps, load)
    for (const call of calls) {
      Object.assign(this, {
        [call]: (...args: never[]) =>
          this.run((body) => (body as Behaviour)[call as string]?.(...args), optionsIn(args)),
      })
    }
  }
}

/**
 * Creates a feature whose methods all wait for the engine; the page initially loads only their names. If the last
 * argument of a call has a `signal`, aborting it ends the wait.
 */
export function lazyFeature<
  State extends object,
  Calls extends object,
  Events extends object = Record<never, never>,
>(...args: ConstructorParameters<typeof Lazy<State, Events, Calls>>): LazyFeature<State, Calls, Events> {
  return new Lazy<State, Events, Calls>(...args) as never
}

/** Loads the engine's class and its parts in parallel, then constructs it. */
export function engineOf<Deps extends { parts(): Promise<Parts> }, Parts, Host, Calls>(
  deps: Deps,
  load: () => Promise<new (deps: Deps, parts: Parts, host: Host) => Calls>,
): (host: Host) => Promise<Calls> {
  return async (host) => {
    const [Engine, parts] = await Promise.all([load(), deps.parts()])
    return new Engine(deps, parts, host)
  }
}

function optionsIn(args: readonly unknown[]): CallOptions {
  return { signal: (args.at(-1) as CallOptions | undefined)?.signal }
}
