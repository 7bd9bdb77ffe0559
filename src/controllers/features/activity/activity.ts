import type { CaipAddress, CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { AdapterEvents } from '../../../core/wallet/adapter.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import type { CallOptions, Clock, Logger } from '../../../ports.ts'
import type { HistoryService } from '../../../services/data/history.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { SnackbarController } from '../../shell/snackbar-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'

/** By year and by month (0 to 11) of the visitor's own time, newest first. */
export type TransactionsByYear = Readonly<
  Record<number, Readonly<Record<number, readonly PastTransaction[]>>>
>

/** What the active account has done on its network. Specification 1, section 3, "Transaction state"; facts 3.10. */
export interface ActivityState {
  /** Whose it is; undefined while nobody is connected, and until the first call. */
  readonly account: CaipAddress | undefined
  /** Newest first, none twice; what was sent through this client stands here from the start. */
  readonly transactions: readonly PastTransaction[]
  readonly byYear: TransactionsByYear
  readonly loading: boolean
  /** There is nothing, or it could not be had: see `error`. */
  readonly empty: boolean
  /** With what the next page is asked for; undefined when there is none. */
  readonly next: string | undefined
  /** Why the last page could not be had: `data/history-failed`, with the cause. */
  readonly error: LatchkeyError | undefined
  /** No service is named that would know, or it does not know this network: only what was sent through this client is listed. */
  readonly off: boolean
}

export interface ActivityEvents {
  /** The page at the cursor is asked for, since somebody wants to see more. For who counts, as `failed`. */
  moreAsked: { readonly account: CaipAddress; readonly cursor: string }
  failed: {
    readonly account: CaipAddress
    readonly cursor: string | undefined
    readonly error: LatchkeyError
  }
  /** The chain has taken a transaction that was sent through this client, or refused it. */
  settled: {
    readonly account: CaipAddress
    readonly network: CaipNetworkId
    readonly hash: string
    readonly status: 'confirmed' | 'failed'
  }
}

/** See `ActivityController`. */
export interface ActivityCalls {
  /**
   * Asks for the newest transactions, and forgets the older pages. A failure is in the state.
   * @throws `validation/account-required` while nobody is connected.
   */
  load(opts?: CallOptions): Promise<void>
  /** Asks for the next page, where there is one. Calls at the same time are one. A failure is in the state. @throws as `load` */
  loadMore(opts?: CallOptions): Promise<void>
  /** Forgets all pages. What was sent through this client and still waits is kept. */
  reset(): void
}

export type SentTransaction = AdapterEvents['transactionSent'] & {
  readonly namespace: ChainNamespace
  readonly from: CaipAddress
}

/** What the behaviour has beside what the client shows of it. */
export interface ActivityBehaviour extends ActivityCalls {
  /** Lists a transaction that was sent, and follows it until the chain has taken it. */
  sent(transaction: SentTransaction): Promise<void>
}

/** What the behaviour is made of; fetched with it. */
export interface ActivityParts {
  /** Undefined where the host names no data service. */
  readonly service: HistoryService | undefined
}

export interface ActivityDeps extends FeatureDeps {
  readonly parts: () => Promise<ActivityParts>
  readonly off: boolean
  readonly account: Pick<AccountController, 'active' | 'subscribe'>
  readonly network: Pick<NetworkController, 'state' | 'subscribe'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly snackbar: Pick<SnackbarController, 'showError'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
}
