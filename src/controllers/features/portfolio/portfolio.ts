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
  /** The account that has these balances. Undefined if no account is connected, and before the first call. */
  readonly account?: CaipAddress | undefined
  readonly network?: CaipNetworkId | undefined
  /** The balances: the native asset first, then the others by value, highest first. Tokens without decimals aren't listed. */
  readonly balances: readonly TokenBalance[]
  /**
   * The total value of all balances with a known price, in the currency of the option `currency`. Undefined if no price is
   * known. For display only, because it isn't exact.
   */
  readonly total?: number | undefined
  /**
   * Whether some balances aren't listed. At most 5,000 balances are listed, those with the highest value. `total` includes all
   * balances.
   */
  readonly more: boolean
  /** Undefined until the balances are read. */
  readonly source?: PortfolioSource | undefined
  readonly loading: boolean
  /** Whether the last read failed. If so, the balances are from an earlier read. */
  readonly stale: boolean
  /** Why the last read failed: `data/balances-failed`, with the cause. */
  readonly error?: LatchkeyError | undefined
  /** The account's NFTs. Undefined before `loadNfts`, and if no source lists NFTs on this network. */
  readonly nfts?: NftList | undefined
}

/** The methods of `PortfolioController`. */
export interface PortfolioCalls {
  /**
   * Reads the balances. Without `fresh`, reuses balances that were read less than 30 s ago, and shares a pending read. With
   * `fresh`, or if a transaction has settled since, waits for a pending read, then reads again. After a failure, sends no request
   * for 30 s, even with `fresh`. Rejects only if `signal` aborts. If reading fails, `state.error` says why.
   */
  refresh(opts?: CallOptions & { readonly fresh?: boolean | undefined }): Promise<void>
  /**
   * Reads the first page of the account's NFTs, from the service of `endpoints.data` or the host's `providers`. When a
   * transaction settles, the NFTs are read again. Rejects only if `signal` aborts. Any other error is in `state.nfts`.
   */
  loadNfts(opts?: CallOptions): Promise<void>
  /** Reads the next page of NFTs, if there is one. Rejects only if `signal` aborts. Any other error is in `state.nfts`. */
  loadMoreNfts(opts?: CallOptions): Promise<void>
}

/** The engine's methods. They include `keepFresh`, which the client doesn't expose. */
export interface PortfolioBehavior extends PortfolioCalls {
  /** Keeps the balances up to date until the signal aborts. */
  keepFresh(opts: Required<CallOptions>): void
}

export interface PortfolioFollowing {
  /**
   * Keeps the balances up to date while they are shown. Calls `refresh` at once, and every 10 s while the page is visible and the
   * data service isn't overloaded (HTTP 503). Also calls it when the account or its network changes, when a transaction settles,
   * and when the page becomes visible. Call the returned function to stop. Several callers share the requests.
   */
  follow(): Unsubscribe
}

/** The engine's dependencies, which load together with the engine. */
export interface PortfolioParts {
  /** The data service or the host's providers. Undefined if there are none. */
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
