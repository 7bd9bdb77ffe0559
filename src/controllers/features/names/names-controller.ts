import { engineOf, type LazyFeature, lazyFeature } from '../../base/lazy-feature.ts'
import type { NamesCalls, NamesDeps, NamesEvents, NamesState } from './names.ts'

/** Resolves and registers account names: ENS names on the network, and names of the service of `endpoints.data`. */
export type NamesController = LazyFeature<NamesState, NamesCalls, NamesEvents>

export function createNames(deps: NamesDeps): NamesController {
  return lazyFeature<NamesState, NamesCalls, NamesEvents>(
    { identity: undefined, lookup: undefined, suggestions: undefined, registering: undefined },
    ['resolve', 'lookUp', 'reverse', 'identify', 'suggestions', 'register'],
    deps,
    engineOf(deps, async () => (await import('./names-engine.ts')).NamesEngine),
  )
}
