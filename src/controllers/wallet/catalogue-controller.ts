import { engineOf, type LazyFeature, lazyFeature } from '../base/lazy-feature.ts'
import type { CatalogueCalls, CatalogueDeps, CatalogueState } from './catalogue.ts'

/**
 * The wallets that there are beside those of the page: the host's own, those of its catalogue service, and without one those
 * that come with the package. It asks nobody but the host of `endpoints.catalogue`, and no more than was looked at.
 */
export type CatalogueController = LazyFeature<CatalogueState, CatalogueCalls>

export function createCatalogue(deps: CatalogueDeps): CatalogueController {
  return lazyFeature<CatalogueState, CatalogueCalls>(
    {
      featured: [],
      recommended: [],
      wallets: [],
      excluded: [],
      count: 0,
      hosted: false,
      more: false,
      loading: false,
      error: undefined,
      search: undefined,
    },
    ['begin', 'loadMore', 'search', 'picture'],
    deps,
    engineOf(deps, async () => (await import('./catalogue-engine.ts')).CatalogueEngine),
  )
}
