import type { CaipAddress, CaipNetworkId } from '../../../core/chain/caip.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { CacheStore } from '../../../core/timed-cache.ts'
import type { NftList } from '../../../core/wallet/nft.ts'
import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import type { CallOptions, Clock, Logger, Page, Unsubscribe } from '../../../ports.ts'
import type { HoldingsService } from '../../../services/data/holdings.ts'
import type { NftService } from '../../../services/data/nfts.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { OptionsController } from '../../shell/options-controller.ts'
import type { SnackbarController } from '../../shell/snackbar-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'
import type { ActivityController } from '../activity/activity-controller.ts'

/** The source of the balances: the wallet, the service of `endpoints.data` or the host's `providers`, or the network itself. */
export type PortfolioSource = 'wallet' | 'service' | 'chain'

/** The balances of the active account on its network (S1.3, S1.4, S3.3.6). */
export interface PortfolioState {
  /** The account that the balances belong to. Undefined while not connected and before the first call. */
  readonly account?: CaipAddress | undefined
  readonly network?: CaipNetworkId | undefined
  /** The native asset first, then by value, highest first. Tokens without decimals are left out. */
  readonly balances: readonly TokenBalance[]
  /**
   * The total value in the option `currency` of all balances with a known price; undefined if there is none. Imprecise: for
   * display only.
   */
  readonly total?: number | undefined
  /**
   * Whether balances are missing from the list. If there are more than 5,000, the balances of the least value are left out.
   * `total` includes them.
   */
  readonly more: boolean
  /** Undefined until balances were read. */
  readonly source?: PortfolioSource | undefined
  readonly loading: boolean
  /** Whether the last read failed, so that the balances are from an earlier read. */
  readonly stale: boolean
  /** Why the last read failed: `data/balances-failed`, with the cause. */
  readonly error?: LatchkeyError | undefined
  /** The account's NFTs. Absent before `loadNfts`, and if no source lists NFTs of this network. */
  readonly nfts?: NftList | undefined
}

/** The methods of `PortfolioController`. */
export interface PortfolioCalls {
  /**
   * Reads the balances. Uses balances that are less than 30 s old, unless `fresh` is set. Sends no request for 30 s after a
   * failure. Never rejects; errors are in `state.error`.
   */
  refresh(opts?: CallOptions & { readonly fresh?: boolean | undefined }): Promise<void>
  /**
   * Reads the first page of the account's NFTs, from the service of `endpoints.data` or the host's `providers`. The NFTs are read
   * again when a transaction settles. Rejects only if `signal` aborts; errors are in `state.nfts`.
   */
  loadNfts(opts?: CallOptions): Promise<void>
  /** Reads the next page of NFTs, if there's one. Rejects only if `signal` aborts; errors are in `state.nfts`. */
  loadMoreNfts(opts?: CallOptions): Promise<void>
}

/** The engine's methods, including those that the client does not expose. */
export interface PortfolioBehavior extends PortfolioCalls {
  /** Keeps the balances up to date until the signal aborts. */
  keepFresh(opts: Required<CallOptions>): void
}

export interface PortfolioFollowing {
  /**
   * Keeps the balances up to date while they are shown: reads them now, when the account or its network changes, when a
   * transaction settles, when the page becomes visible, and every 10 s while the page is visible. Call the returned function to
   * stop. Several callers share the requests.
   */
  follow(): Unsubscribe
}

/** The dependencies of the engine, loaded together with it. */
export interface PortfolioParts {
  /** The data service and the host's providers; undefined without any. */
  readonly service: (HoldingsService & Partial<NftService>) | undefined
}

export interface PortfolioDeps extends FeatureDeps {
  readonly parts: () => Promise<PortfolioParts>
  readonly options: Pick<OptionsController, 'state' | 'watch'>
  readonly account: Pick<AccountController, 'active' | 'subscribe' | 'setDetails'>
  readonly network: Pick<NetworkController, 'state' | 'subscribe'>
  readonly activity: Pick<ActivityController, 'on'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly persistence: CacheStore
  readonly snackbar: Pick<SnackbarController, 'showError'>
  readonly page: Pick<Page, 'visible' | 'listen'>
  readonly clock: Clock
  readonly log: Logger
}
