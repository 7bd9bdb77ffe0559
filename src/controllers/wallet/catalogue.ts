import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { LatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { CatalogueWallet, PictureKind } from '../../core/wallet/catalogue-wallet.ts'
import type { CallOptions, Clock, Logger } from '../../ports.ts'
import type { Pictures } from '../../services/pictures.ts'
import type { WalletCatalogue } from '../../services/wallet-catalogue.ts'
import type { FeatureDeps } from '../base/feature-controller.ts'
import type { OptionsController } from '../shell/options-controller.ts'
import type { NetworkController } from './network-controller.ts'

/** What was searched for, and what the service has found. */
export interface CatalogueSearch {
  /** Without the blanks around it. */
  readonly text: string
  /** Only wallets that the catalogue has certified. */
  readonly certified: boolean
  /** Whether the service has still to answer. */
  readonly loading: boolean
  readonly wallets: readonly CatalogueWallet[]
  readonly error: LatchkeyError | undefined
}

/** The wallets that there are to choose from beside those of the page. Specification 1, sections 2, 3 and 9. */
export interface CatalogueState {
  /** `featuredWalletIds`, in the host's order. */
  readonly featured: readonly CatalogueWallet[]
  /** At most four that most visitors look for. */
  readonly recommended: readonly CatalogueWallet[]
  /** The host's own, the featured and the recommended ones, then the pages that were asked for; none twice. */
  readonly wallets: readonly CatalogueWallet[]
  /** How many there are in all pages. */
  readonly count: number
  /** Whether a service lists them; else they come with the package. */
  readonly hosted: boolean
  /** Whether there is a page more to ask for. */
  readonly more: boolean
  readonly loading: boolean
  /** Why the last page could not be had. */
  readonly error: LatchkeyError | undefined
  readonly search: CatalogueSearch | undefined
  /** What is known of `excludeWalletIds`: by rdns and name, wallets of the page are left out too. */
  readonly excluded: readonly CatalogueWallet[]
}

/** See `CatalogueController`. */
export interface CatalogueCalls {
  /** Asks for what the first view shows: featured and recommended wallets. Once, and never fails: the state has the error. */
  begin(): Promise<void>
  /**
   * Asks for the next page of 40. Calls at the same time are one. Never fails: the state has the error, and a call more
   * tries again.
   */
  loadMore(): Promise<void>
  /**
   * Asks for up to 100 wallets with the text in their names, at least 300 ms after the last call; the latest call counts.
   * Texts of less than two characters ask nobody, and an empty one ends the search. The state has what was found.
   */
  search(text: string, options?: { readonly certified?: boolean | undefined }): Promise<void>
  /**
   * A picture of the catalogue as a URL that is good until `signal` aborts. Undefined where there is no catalogue.
   * @throws what the service does; `flow/aborted`.
   */
  picture(kind: PictureKind, id: string, opts?: CallOptions): Promise<string | undefined>
}

/** What the behaviour is made of; fetched with it. */
export interface CatalogueParts {
  /** Undefined where the host names no catalogue. */
  readonly service: WalletCatalogue | undefined
  readonly pictures: Pictures
  /** The wallets that come with the package, for some families. */
  readonly wellKnown: (namespaces: readonly ChainNamespace[]) => readonly CatalogueWallet[]
}

export interface CatalogueDeps extends FeatureDeps {
  readonly parts: () => Promise<CatalogueParts>
  readonly options: Pick<OptionsController, 'state' | 'watch'>
  readonly network: Pick<NetworkController, 'state' | 'watch'>
  readonly page: { readonly traits: { readonly mobile: boolean } }
  readonly clock: Pick<Clock, 'after'>
  readonly log: Logger
}
