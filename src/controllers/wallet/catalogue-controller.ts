import { engineOf, type LazyFeature, lazyFeature } from '../base/lazy-feature.ts'
import type { CatalogueCalls, CatalogueDeps, CatalogueState } from './catalogue.ts'

/**
 * Lists the wallets that are not installed in the page: the host's own, then those of its catalogue service or, without
 * a service, those bundled with the package. Contacts only the host of `endpoints.catalogue`, and requests only the
 * pages and pictures that are viewed.
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
