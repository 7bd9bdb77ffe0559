import { engineOf, type LazyCalls, lazyFeature } from '../base/lazy-feature.ts'
import type { CatalogueCalls, CatalogueDeps, CatalogueState } from './catalogue.ts'

/**
 * Lists wallets, installed or not: first the host's own wallets, then the wallets of the catalogue service. Without a service,
 * lists the wallets that the package contains. Requests pages and pictures only when a view needs them, and only from the server
 * of `endpoints.catalogue`.
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
