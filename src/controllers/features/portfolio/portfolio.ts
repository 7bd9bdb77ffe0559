import type { CaipAddress, CaipNetworkId } from '../../../core/chain/caip.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { CacheStore } from '../../../core/timed-cache.ts'
import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import type { CallOptions, Clock, Logger, Page, Unsubscribe } from '../../../ports.ts'
import type { HoldingsService } from '../../../services/data/holdings.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { OptionsController } from '../../shell/options-controller.ts'
import type { SnackbarController } from '../../shell/snackbar-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'
import type { ActivityController } from '../activity/activity-controller.ts'

/** Who said what an account holds: its wallet, the service of `endpoints.data`, or the chain itself. */
export type PortfolioSource = 'wallet' | 'service' | 'chain'

/** What the active account holds on its network. Specification 1, sections 3 and 4; facts 3.6. */
export interface PortfolioState {
  /** Whose it is; undefined while nobody is connected, and until the first call. */
  readonly account: CaipAddress | undefined
  readonly network: CaipNetworkId | undefined
  /** The network's own coin first, then what is worth most. Tokens without decimals are left out. */
  readonly balances: readonly TokenBalance[]
  /** In US dollars, of all whose price is known; undefined where none is. To be shown, never to be counted with. */
  readonly total: number | undefined
  /** Undefined until there is an answer. */
  readonly source: PortfolioSource | undefined
  readonly loading: boolean
  /** The last reading failed: what is shown is older. */
  readonly stale: boolean
  /** Why: `data/balances-failed`, with the cause. */
  readonly error: LatchkeyError | undefined
}

/** See `PortfolioController`. */
export interface PortfolioCalls {
  /**
   * Reads the balances; those that are less than 30 s old are not read again, unless `fresh` is asked for. For 30 s after a
   * failure nobody is asked. Never fails: the state has the error.
   */
  refresh(opts?: CallOptions & { readonly fresh?: boolean | undefined }): Promise<void>
}

/** What the behaviour has beside what the client shows of it. */
export interface PortfolioBehaviour extends PortfolioCalls {
  /** Keeps the balances fresh until the signal aborts. */
  hold(opts: Required<CallOptions>): void
}

export interface PortfolioFollowing {
  /**
   * Keeps the balances fresh while somebody looks at them: reads them now, when the account or its network changes, when a
   * transaction has settled, when the page is seen again, and every 10 s while it is seen. The result ends it; several who
   * look are asked for once.
   */
  follow(): Unsubscribe
}

/** What the behaviour is made of; fetched with it. */
export interface PortfolioParts {
  /** Undefined where the host names no data service. */
  readonly service: HoldingsService | undefined
}

export interface PortfolioDeps extends FeatureDeps {
  readonly parts: () => Promise<PortfolioParts>
  readonly options: Pick<OptionsController, 'state' | 'watch'>
  readonly account: Pick<AccountController, 'active' | 'subscribe'>
  readonly network: Pick<NetworkController, 'state' | 'subscribe'>
  readonly activity: Pick<ActivityController, 'on'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly persistence: CacheStore
  readonly snackbar: Pick<SnackbarController, 'showError'>
  readonly page: Pick<Page, 'visible' | 'listen'>
  readonly clock: Pick<Clock, 'now' | 'every'>
  readonly log: Logger
}
