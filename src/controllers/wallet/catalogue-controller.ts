import type { CallOptions } from '../../ports.ts'
import type { PictureKind } from '../../services/wallet-catalogue.ts'
import { FeatureController } from '../base/feature-controller.ts'
import type { CatalogueDeps, CatalogueState } from './catalogue.ts'
import type { CatalogueEngine } from './catalogue-engine.ts'

/**
 * The wallets that there are beside those of the page: the host's own, those of its catalogue service, and without one those
 * that come with the package. It asks nobody but the host of `endpoints.catalogue`, and no more than was looked at.
 */
export class CatalogueController extends FeatureController<
  CatalogueState,
  Record<never, never>,
  CatalogueEngine
> {
  constructor(deps: CatalogueDeps) {
    super(
      {
        featured: [],
        recommended: [],
        wallets: [],
        count: 0,
        more: false,
        loading: false,
        error: undefined,
        search: undefined,
        excluded: [],
      },
      deps,
      async (host) => {
        const [{ CatalogueEngine }, parts] = await Promise.all([
          import('./catalogue-engine.ts'),
          deps.parts(),
        ])
        return new CatalogueEngine(deps, parts, host)
      },
    )
  }

  /** Asks for what the first view shows: featured and recommended wallets. Once, and never fails: the state has the error. */
  begin(opts?: CallOptions): Promise<void> {
    return this.run((engine) => engine.begin(), opts)
  }

  /** Asks for the next page of 40. Calls at the same time are one. Never fails: the state has the error, and a call more tries again. */
  loadMore(opts?: CallOptions): Promise<void> {
    return this.run((engine) => engine.loadMore(), opts)
  }

  /**
   * Asks for up to 100 wallets with the text in their names, at least 300 ms after the last call; the latest call counts.
   * Texts of less than two characters ask nobody, and an empty one ends the search. The state has what was found.
   */
  search(text: string, options: { readonly certified?: boolean | undefined } = {}): Promise<void> {
    return this.run((engine) => engine.search(text, options.certified === true))
  }

  /**
   * A picture of the catalogue as a URL that is good until `signal` aborts. Undefined where there is no catalogue.
   * @throws what the service does; `flow/aborted`.
   */
  picture(kind: PictureKind, id: string, opts: CallOptions = {}): Promise<string | undefined> {
    return this.run((engine) => engine.picture(kind, id, opts), opts)
  }
}
