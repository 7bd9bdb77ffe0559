import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { LatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { CatalogueWallet } from '../../core/wallet/catalogue-wallet.ts'
import type { Clock, Logger } from '../../ports.ts'
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
  /** Whether there is a page more to ask for. */
  readonly more: boolean
  readonly loading: boolean
  /** Why the last page could not be had. */
  readonly error: LatchkeyError | undefined
  readonly search: CatalogueSearch | undefined
  /** What is known of `excludeWalletIds`: by rdns and name, wallets of the page are left out too. */
  readonly excluded: readonly CatalogueWallet[]
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
