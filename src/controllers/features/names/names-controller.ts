import { engineOf, type LazyCalls, lazyFeature } from '../../base/lazy-feature.ts'
import type { NamesCalls, NamesDeps, NamesEvents, NamesState } from './names.ts'

/** Resolves and registers account names: ENS names, and names of the service of `endpoints.data`. */
export class NamesController
  extends lazyFeature<NamesState, NamesCalls, NamesEvents>()(
    'resolve',
    'lookUp',
    'reverse',
    'identify',
    'suggestions',
    'register',
  )
  implements LazyCalls<NamesCalls>
{
  constructor(deps: NamesDeps) {
    super(
      { off: deps.off },
      deps,
      engineOf(deps, async () => (await import('./names-engine.ts')).NamesEngine),
    )
  }
}
