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
import type { SwapParts } from '../swap/swap.ts'
import type { BridgeList } from './stored-bridges.ts'

/** Transactions by year and month (0 to 11), in the visitor's time zone, newest first. */
export type TransactionsByYear = Readonly<
  Record<number, Readonly<Record<number, readonly PastTransaction[]>>>
>

/** The activity of the active account on its network (S1.3, "Transaction state"; S3.3.10). */
export interface ActivityState {
  /** The account whose transactions are listed. Undefined if no account is connected, and before the first call. */
  readonly account?: CaipAddress | undefined
  /** The transactions, newest first, without duplicates. Transactions of this client are listed as soon as they are sent. */
  readonly transactions: readonly PastTransaction[]
  readonly byYear: TransactionsByYear
  readonly loading: boolean
  /** True if the loaded list has no transactions, or if loading failed: then `error` says why. */
  readonly empty: boolean
  /** The cursor of the next page. Undefined if no further page is known. */
  readonly next?: string | undefined
  /** Why the latest page failed to load: `data/history-failed`, with the cause. */
  readonly error?: LatchkeyError | undefined
  /** Whether no data service or provider covers this network. If so, only transactions of this client are listed. */
  readonly off: boolean
}

export interface ActivityEvents {
  /** The visitor requested the next page. This event and `failed` are for analytics. */
  moreAsked: { readonly account: CaipAddress; readonly cursor: string }
  failed: {
    readonly account: CaipAddress
    readonly cursor: string | undefined
    readonly error: LatchkeyError
  }
  /** A transaction of this client was confirmed, failed or was replaced on the network. */
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
   * Loads the newest transactions, and drops older pages. If loading fails, `state.error` says why.
   * @throws `validation/account-required` if no account is connected.
   */
  load(opts?: CallOptions): Promise<void>
  /**
   * Loads the next page, if there is one. If the latest page failed to load, loads that page again. Concurrent calls share one
   * request. If loading fails, `state.error` says why.
   * @throws `validation/account-required` if no account is connected.
   */
  loadMore(opts?: CallOptions): Promise<void>
  /** Clears all pages, but keeps the transactions of this client. */
  reset(): void
}

export type SentTransaction = AdapterEvents['transactionSent'] & {
  readonly namespace: ChainNamespace
  readonly from: CaipAddress
  /** `signed`: the transaction will be sent next. `refused`: the transaction was refused. Undefined: the transaction was sent. */
  readonly step?: 'signed' | 'refused' | undefined
}

/** The engine's methods. They include `sent` and `bridged`, which only the client calls. */
export interface ActivityBehavior extends ActivityCalls, BridgeList {
  /**
   * Lists and stores a sent transaction, and follows it until it is final. A signed transaction is stored before it is sent, and
   * removed if it is refused. Without an argument, continues to follow the transactions that earlier visits stored. The client
   * calls this method for each transaction that it sends, and when the client starts if transactions are stored. Resolves when
   * the transaction is stored.
   */
  sent(transaction?: SentTransaction): Promise<void>
}

/** The engine's dependencies, which load together with the engine. */
export interface ActivityParts {
  /** The data service or the host's providers. Undefined if there are none. */
  readonly service: HistoryService | undefined
}

export interface ActivityDeps extends FeatureDeps {
  readonly parts: () => Promise<ActivityParts>
  /** Loads the swap providers, which report the second half of swaps between networks: the payment on the other network. */
  readonly swaps: () => Promise<SwapParts>
  readonly off: boolean
  readonly account: Pick<AccountController, 'active' | 'subscribe'>
  readonly network: Pick<NetworkController, 'state' | 'subscribe'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly snackbar: Pick<SnackbarController, 'showError'>
  readonly clock: Clock
  readonly persistence: Pick<Persistence, 'get' | 'set' | 'remove' | 'exclusively' | 'onExternalChange'>
  readonly log: Logger
}
