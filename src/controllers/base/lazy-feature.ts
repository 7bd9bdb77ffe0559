import type { CallOptions } from '../../ports.ts'
import { FeatureController, type FeatureDeps, type FeatureHost } from './feature-controller.ts'

/** Calls as a behaviour has them: what they return may be there at once. */
type Behaviour = Readonly<Record<string, (...args: never[]) => unknown>>

/** The same calls as the client has them: each waits for the behaviour, and none of them throws. */
export type LazyCalls<Calls> = {
  readonly [K in keyof Calls]: Calls[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never
}

/** A feature that has no behaviour of its own until its calls are used. See `FeatureController`. */
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
 * A feature all of whose calls wait for its behaviour: a name for each is all that a page loads first. An abort of the
 * `signal` in the last argument of a call ends its wait.
 */
export function lazyFeature<
  State extends object,
  Calls extends object,
  Events extends object = Record<never, never>,
>(...args: ConstructorParameters<typeof Lazy<State, Events, Calls>>): LazyFeature<State, Calls, Events> {
  return new Lazy<State, Events, Calls>(...args) as never
}

/** Fetches the class of a behaviour, and what else it is made of, at a time. */
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
