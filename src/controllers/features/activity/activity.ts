import type { CaipAddress, CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { AdapterEvents } from '../../../core/wallet/adapter.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import type { CallOptions, Clock, Logger } from '../../../ports.ts'
import type { HistoryService } from '../../../services/data/history.ts'
import type { Persistence } from '../../../services/persistence.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { SnackbarController } from '../../shell/snackbar-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'

/** Transactions by year and month (0 to 11) in the visitor's time zone, newest first. */
export type TransactionsByYear = Readonly<
  Record<number, Readonly<Record<number, readonly PastTransaction[]>>>
>

/** The activity of the active account on its network (S1.3, "Transaction state"; S3.3.10). */
export interface ActivityState {
  /** The account that the list belongs to. Undefined while not connected and before the first call. */
  readonly account?: CaipAddress | undefined
  /** Newest first, without duplicates. Includes transactions sent through this client from the moment they are sent. */
  readonly transactions: readonly PastTransaction[]
  readonly byYear: TransactionsByYear
  readonly loading: boolean
  /** Whether there are no transactions, or loading failed: see `error`. */
  readonly empty: boolean
  /** The cursor of the next page; undefined on the last one. */
  readonly next?: string | undefined
  /** Why the last page failed to load: `data/history-failed`, with the cause. */
  readonly error?: LatchkeyError | undefined
  /** Whether neither a data service nor a provider covers this network. Only transactions sent through this client are listed then. */
  readonly off: boolean
}

export interface ActivityEvents {
  /** The visitor asked for the page at the cursor. For analytics, like `failed`. */
  moreAsked: { readonly account: CaipAddress; readonly cursor: string }
  failed: {
    readonly account: CaipAddress
    readonly cursor: string | undefined
    readonly error: LatchkeyError
  }
  /** A transaction sent through this client was confirmed, failed or was replaced on the network. */
  settled: {
    readonly account: CaipAddress
    readonly namespace: ChainNamespace
    readonly network: CaipNetworkId
    readonly hash: string
    readonly status: 'confirmed' | 'failed' | 'replaced'
  }
}

/** The methods of `ActivityController`. */
export interface ActivityCalls {
  /**
   * Loads the newest transactions and drops older pages. Failures are in `state.error`.
   * @throws `validation/account-required` when not connected.
   */
  load(opts?: CallOptions): Promise<void>
  /**
   * Loads the next page, if any. Concurrent calls share one request. Failures are in `state.error`.
   * @throws Same as `load`.
   */
  loadMore(opts?: CallOptions): Promise<void>
  /** Clears all pages. Pending transactions sent through this client are kept. */
  reset(): void
}

export type SentTransaction = AdapterEvents['transactionSent'] & {
  readonly namespace: ChainNamespace
  readonly from: CaipAddress
  /** Absent once the transaction is sent. */
  readonly step?: 'signed' | 'refused' | undefined
}

/** The engine's methods, including the one that the client calls by itself. */
export interface ActivityBehavior extends ActivityCalls {
  /**
   * Lists and stores a sent transaction, and tracks it until it is final. A signed transaction is stored before it is sent, and
   * removed if it's refused. Without an argument, continues with the transactions that earlier visits stored. The client calls this
   * for each transaction that it sends, and at its start if transactions are stored. Resolves once the transaction is stored.
   */
  sent(transaction?: SentTransaction): Promise<void>
}

/** The dependencies of the engine, loaded together with it. */
export interface ActivityParts {
  /** The data service and the host's providers; undefined without any. */
  readonly service: HistoryService | undefined
}

export interface ActivityDeps extends FeatureDeps {
  readonly parts: () => Promise<ActivityParts>
  readonly off: boolean
  readonly account: Pick<AccountController, 'active' | 'subscribe'>
  readonly network: Pick<NetworkController, 'state' | 'subscribe'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly snackbar: Pick<SnackbarController, 'showError'>
  readonly clock: Clock
  readonly persistence: Pick<Persistence, 'get' | 'set' | 'remove' | 'exclusively' | 'onExternalChange'>
  readonly log: Logger
}
