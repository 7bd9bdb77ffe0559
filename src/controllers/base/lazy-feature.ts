import type { CallOptions } from '../../ports.ts'
import { FeatureController, type FeatureDeps, type FeatureHost } from './feature-controller.ts'

/** An engine's methods as the client exposes them. Each method waits for the engine and returns a promise. */
export type LazyCalls<Calls> = {
  readonly [K in keyof Calls]: Calls[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never
}

/**
 * Returns the base class of a feature whose engine loads when one of the given methods is first called. Until then, the page has
 * loaded only the names of the methods. Let the class implement `LazyCalls`, so that TypeScript reports a missing name: `class
 * Names extends lazyFeature<NamesState, NamesCalls>()('resolve') implements LazyCalls<NamesCalls>`. If the last argument of a
 * call has a `signal`, aborting the signal ends the wait for the engine.
 */
export function lazyFeature<
  State extends object,
  Calls extends object,
  Events extends object = Record<never, never>,
>() {
  type Feature = FeatureController<State, Events, Calls>
  type Construct = (
    initial: State,
    deps: FeatureDeps,
    load: (host: FeatureHost<State, Events>) => Promise<Calls>,
  ) => void
  return <K extends keyof Calls>(...names: readonly K[]) => {
    class Lazy extends FeatureController<State, Events, Calls> {
      constructor(...args: Parameters<Construct>) {
        super(...args)
        const methods = this as unknown as Record<K, Method>
        for (const name of names)
          methods[name] = (...args) =>
            this.run((engine) => (engine as unknown as Record<K, Method>)[name](...args), optionsIn(args))
      }
    }
    return Lazy as unknown as new (
      ...args: Parameters<Construct>
    ) => Feature & LazyCalls<Pick<Calls, K>>
  }
}

type Method = (...args: readonly unknown[]) => unknown

/** Loads the engine's class and the engine's dependencies in parallel, then creates the engine. */
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
