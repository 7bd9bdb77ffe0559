import { engineOf, type LazyFeature, lazyFeature } from '../../base/lazy-feature.ts'
import type { NamesCalls, NamesDeps, NamesEvents, NamesState } from './names.ts'

/** Names of accounts: those of ENS as the chain says, and those that the host of `endpoints.data` gives out. */
export type NamesController = LazyFeature<NamesState, NamesCalls, NamesEvents>

export function createNames(deps: NamesDeps): NamesController {
  return lazyFeature<NamesState, NamesCalls, NamesEvents>(
    { identity: undefined, lookup: undefined, suggestions: undefined, registering: undefined },
    ['resolve', 'lookUp', 'reverse', 'identify', 'suggestions', 'register'],
    deps,
    engineOf(deps, async () => (await import('./names-engine.ts')).NamesEngine),
  )
}
