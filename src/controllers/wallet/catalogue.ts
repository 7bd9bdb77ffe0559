import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { LatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { CatalogueWallet, ImageKind } from '../../core/wallet/list/catalogue-wallet.ts'
import type { CallOptions, Clock, Logger } from '../../ports.ts'
import type { Images } from '../../services/images.ts'
import type { Persistence } from '../../services/persistence.ts'
import type { WalletCatalogue } from '../../services/wallet-catalogue.ts'
import type { FeatureDeps } from '../base/feature-controller.ts'
import type { OptionsController } from '../shell/options-controller.ts'
import type { ConnectorController } from './connector-controller.ts'
import type { NetworkController } from './network-controller.ts'

/** A search in the catalogue, with its results. */
export interface CatalogueSearch {
  /** The search text, trimmed. */
  readonly text: string
  /** Whether to list only wallets that the catalogue has certified. */
  readonly certified: boolean
  /** Whether the search still waits for the catalogue service's answer. */
  readonly loading: boolean
  readonly wallets: readonly CatalogueWallet[]
  readonly error: LatchkeyError | undefined
}

/** The wallets to choose from, besides the installed wallets (S1.2, S1.3, S1.9). */
export interface CatalogueState {
  /** The wallets of `featuredWalletIds`, in the host's order. */
  readonly featured: readonly CatalogueWallet[]
  /** The most popular wallets, at most four. */
  readonly recommended: readonly CatalogueWallet[]
  /**
   * All listed wallets, without duplicates: the host's own wallets, the featured wallets, the recommended wallets, and the
   * pages that were loaded.
   */
  readonly wallets: readonly CatalogueWallet[]
  /** The total number of wallets, including the wallets on pages that aren't loaded. */
  readonly count: number
  /**
   * Whether a catalogue service is configured. If not, the list has only the host's wallets and those that the package contains.
   */
  readonly hosted: boolean
  /** Whether another page can be loaded. */
  readonly more: boolean
  readonly loading: boolean
  /** The error of the latest load. Undefined if it succeeded. */
  readonly error?: LatchkeyError | undefined
  readonly search?: CatalogueSearch | undefined
  /**
   * The icons that listed wallets announced on this or an earlier visit. The keys are the wallets' rdns names, and the values are
   * `data:` URIs. Any script on the page can announce an icon. So show the icons only in an `<img>`, and never in place of a logo
   * that you know.
   */
  readonly announcedIcons?: Readonly<Record<string, string>> | undefined
  /** The known wallets of `excludeWalletIds`. Installed wallets with the same rdns or name are hidden too. */
  readonly excluded: readonly CatalogueWallet[]
}

/** The methods of `CatalogueController`. */
export interface CatalogueCalls {
  /**
   * Loads the featured and recommended wallets once. If a request fails, the call doesn't reject: `state.error` says why, and the
   * next call tries again.
   */
  begin(): Promise<void>
  /**
   * Loads the next page of 40 wallets. Concurrent calls share one request. If the request fails, the call doesn't reject:
   * `state.error` says why, and the next call tries again.
   */
  loadMore(): Promise<void>
  /**
   * Searches wallets by name, and finds at most 100 wallets. Sends the request 300 ms after the last call. Without `certified`, a
   * text with fewer than two characters sends no request, and an empty text ends the search. `state.search` has the results of
   * the latest call.
   */
  search(text: string, options?: { readonly certified?: boolean | undefined }): Promise<void>
  /**
   * Returns the URL of a catalogue picture. The URL is valid until `signal` aborts. Returns undefined without a catalogue
   * service, or if the pictures in use leave no room for this picture.
   * @throws `flow/aborted`, or the service's error.
   */
  picture(kind: ImageKind, id: string, opts?: CallOptions): Promise<string | undefined>
}

/** The dependencies of `CatalogueEngine`, which load together with it. */
export interface CatalogueParts {
  /** Undefined if the host configured no catalogue. */
  readonly service: WalletCatalogue | undefined
  readonly pictures: Images
  /** Returns the wallets of the given families that the package contains. */
  readonly wellKnown: (namespaces: readonly ChainNamespace[]) => readonly CatalogueWallet[]
}

export interface CatalogueDeps extends FeatureDeps {
  readonly parts: () => Promise<CatalogueParts>
  readonly options: Pick<OptionsController, 'state' | 'watch'>
  readonly network: Pick<NetworkController, 'state' | 'watch'>
  readonly connector: Pick<ConnectorController, 'state' | 'watch'>
  readonly persistence: Pick<Persistence, 'getCache' | 'setCache'>
  readonly page: { readonly traits: { readonly mobile: boolean } }
  readonly clock: Pick<Clock, 'after'>
  readonly log: Logger
}
