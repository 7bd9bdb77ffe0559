import { engineOf, type LazyCalls, lazyFeature } from '../base/lazy-feature.ts'
import type { CatalogueCalls, CatalogueDeps, CatalogueState } from './catalogue.ts'

/**
 * Lists the wallets that are not installed in the page: the host's own, then those of its catalogue service or, without
 * a service, those bundled with the package. Contacts only the host of `endpoints.catalogue`, and requests only the
 * pages and pictures that are viewed.
 */
export class CatalogueController
  extends lazyFeature<CatalogueState, CatalogueCalls>()('begin', 'loadMore', 'search', 'picture')
  implements LazyCalls<CatalogueCalls>
{
  constructor(deps: CatalogueDeps) {
    super(
      {
        featured: [],
        recommended: [],
        wallets: [],
        excluded: [],
        count: 0,
        hosted: false,
        more: false,
        loading: false,
      },
      deps,
      engineOf(deps, async () => (await import('./catalogue-engine.ts')).CatalogueEngine),
    )
  }
}
