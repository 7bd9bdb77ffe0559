import type {
  CallOptions,
  Clock,
  Fetch,
  HttpPort,
  JsonRpcPort,
  KeyValueStore,
  Logger,
  Page,
  RpcRequest,
} from '../../ports.ts'
import type { CaipAddress, CaipAssetId, CaipNetworkId } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { ChainNetwork, NetworkInput, ViemChain } from '../chain/network.ts'
import type { AccountRecord, Connection } from './connection.ts'
import type { CloseReason, Connector, ConnectorSession, Observable } from './connector.ts'
import type { AccountType, MessageOptions, SignedTransaction, Transaction } from './family.ts'
import type { NameLookup } from './name-lookup.ts'
import type { SwapSupport } from './payments/swap-support.ts'
import type { PermissionRequest, PermissionSupport } from './permissions.ts'
import type { ReportedBalance } from './token-balance.ts'
import type {
  Amount,
  FeeEstimate,
  FeeLimit,
  MessageSignature,
  PreparedSend,
  SendParams,
  SentTransaction,
  SettledTransaction,
  TransactionStatus,
  WaitOptions,
} from './transaction.ts'

export const capabilities = [
  'balance.native',
  'balance.token',
  'send.native',
  'send.token',
  'send.batch',
  'send.transaction',
  'sign.message',
  'sign.typedData',
  'sign.transaction',
  'sign.allTransactions',
  'network.switch',
  'network.add',
  'fee.estimate',
  'transaction.status',
  'wallet.request',
] as const
export type Capability = (typeof capabilities)[number]

export interface AdapterEvents<N extends ChainNamespace = ChainNamespace> {
  connected: Connection<N>
  disconnected: { readonly connectionId: string; readonly reason: CloseReason }
  accountsChanged: { readonly connectionId: string; readonly accounts: readonly AccountRecord<N>[] }
  networkChanged: { readonly connectionId: string; readonly network: ChainNetwork<N> }
  transactionSent: {
    readonly connectionId: string
    readonly hash: string
    readonly network: CaipNetworkId<N>
    /** Identifies the transaction for status queries. Default: the transaction's hash. */
    readonly sent?: SentTransaction | undefined
    /** Default: the connection's first account. */
    readonly from?: CaipAddress<N> | undefined
    /** The parameters, if the transaction sent an amount. */
    readonly params?: SendParams<N> | undefined
  }
  /**
   * Emitted during a send, before `transactionSent`. `signed`: the client broadcasts the transaction next, so the network may have it from now on.
   * `refused`: it wasn't sent after all. If a listener passes a promise to `hold`, the broadcast waits for the promise, at most for
   * a second.
   */
  sending: AdapterEvents<N>['transactionSent'] & {
    readonly step: 'signed' | 'refused'
    hold?(stored: unknown): void
  }
}

export interface ConnectParams<N extends ChainNamespace = ChainNamespace> {
  readonly connector: Connector
  /** The session, if the connector already opened one for several families. */
  readonly session?: ConnectorSession | undefined
  readonly network: ChainNetwork<N>
  /** Account type to list first, if the wallet has several. */
  readonly accountType?: AccountType<N> | undefined
}
export interface ReconnectParams<N extends ChainNamespace = ChainNamespace> {
  readonly connector: Connector
  readonly session?: ConnectorSession | undefined
  readonly network: ChainNetwork<N>
  readonly lastAddress?: string | undefined
}

/**
 * The operations of a chain family. Every method takes `{ signal }`, settles, and throws only `LatchkeyError`. A method
 * whose capability isn't supported rejects with `adapter/unsupported` without asking the wallet. State-changing calls reach the
 * wallet exactly once.
 */
export interface ChainAdapter<N extends ChainNamespace = ChainNamespace>
  extends Observable<AdapterEvents<N>> {
  readonly namespace: N

  /**
   * Asks the wallet to connect, then to switch to `network` if the wallet is on another network. If the visitor approves the
   * connection but declines the switch, the connection stays on the wallet's network.
   */
  connect(params: ConnectParams<N>, opts?: CallOptions): Promise<Connection<N>>
  /** Restores a connection without a prompt. Resolves with null if the wallet no longer authorizes the app. */
  reconnect(params: ReconnectParams<N>, opts?: CallOptions): Promise<Connection<N> | null>
  disconnect(connectionId: string, opts?: CallOptions): Promise<void>
  connections(): readonly Connection<N>[]

  /** Whether the family, and the wallet of the connection if given, supports the capability. */
  supports(capability: Capability, connectionId?: string): boolean

  /** The balance of an account, read from the network: of the native coin, or of `asset`. */
  getBalance(account: CaipAddress<N>, asset?: CaipAssetId<N>, opts?: CallOptions): Promise<Amount>
  /** Asks the wallet to sign a message. @throws `connection/account-not-connected`; `wallet/user-rejected` */
  signMessage(
    account: CaipAddress<N>,
    message: string | Uint8Array,
    opts?: CallOptions & MessageOptions<N>,
  ): Promise<MessageSignature>
  /**
   * Validates the parameters, asks the wallet, and sends. An account has one send at a time.
   * @throws `validation/*` for invalid parameters or a balance that is too low; `wallet/fee-above-limit`; `wallet/user-rejected`;
   * `wallet/send-in-progress`; `connection/account-not-connected`
   */
  send(params: SendParams<N>, opts?: CallOptions): Promise<SentTransaction>
  /**
   * Runs the first half of `send`: validates the parameters and reads the network, without asking the wallet. Prepare when the
   * amount is known, then call the result's `send()` in the click handler.
   * @throws the errors of `send`, except for the wallet's own.
   */
  prepareSend(params: SendParams<N>, opts?: CallOptions): Promise<PreparedSend<N>>
  /** Estimates the fee of a send without asking the wallet. */
  estimateFee(params: SendParams<N>, opts?: CallOptions): Promise<FeeEstimate<N>>
  getTransactionStatus(
    network: CaipNetworkId<N>,
    sent: SentTransaction,
    opts?: CallOptions,
  ): Promise<TransactionStatus>
  /**
   * Reads the multipliers of tokens (`Amount.multiplier`), for balances from a source that doesn't know multipliers. The result
   * contains only tokens with a multiplier. Absent in families whose tokens have no multipliers.
   * @throws the errors of the nodes
   */
  multipliers?(
    network: CaipNetworkId<N>,
    assets: readonly CaipAssetId<N>[],
    opts?: CallOptions,
  ): Promise<ReadonlyMap<CaipAssetId<N>, number>>
  /**
   * Finds the transactions that could be the transaction of an `rpc/maybe-sent` error. If the error has a hash, the transaction with this hash is the
   * only candidate. Without a hash, it is unknown whether the wallet sent anything. The candidates are then the transactions that the account has
   * sent since the wallet was asked, with the same recipient, value and data (eip155), or the same instructions (solana). A candidate doesn't
   * prove that this payment was sent: the visitor may have sent an equal payment. A candidate can also be an earlier transaction with the same
   * contents that was still pending. So ignore hashes that you already know, as `client.send` does. There are no candidates for other errors, for smart accounts on eip155, and while no node shows a candidate. Absent
   * in families whose wallets only sign.
   * @throws `network/not-requested`, and the errors of the nodes
   */
  findCandidates?(
    network: CaipNetworkId<N>,
    error: unknown,
    opts?: CallOptions,
  ): Promise<readonly SentTransaction[]>
  /**
   * Polls the status each second until the transaction is confirmed, or finalized with `until: 'finalized'`. If the sender's
   * wallet sent the payment again with another fee, resolves with the `hash` that landed.
   * @throws `node/transaction-failed`, `node/transaction-replaced`; `node/transaction-unknown` if no node showed the transaction
   * for `timeout` ms: it may still arrive; `validation/invalid-input`; `flow/aborted`
   */
  waitForTransaction(
    network: CaipNetworkId<N>,
    sent: SentTransaction,
    opts?: WaitOptions,
  ): Promise<SettledTransaction>
  /** Asks the wallet to switch. Resolves when the wallet is seen on the network, not already when the wallet claims success. */
  switchNetwork(connectionId: string, network: ChainNetwork<N>, opts?: CallOptions): Promise<ChainNetwork<N>>

  // Each of the optional methods from here to `getBatchStatus` exists if the family supports the capability of the method.

  signTransaction?(
    account: CaipAddress<N>,
    transaction: Transaction<N>,
    opts?: CallOptions,
  ): Promise<SignedTransaction<N>>
  /**
   * Asks the wallet once to sign all transactions. A transaction of `instructions` is simulated alone, on the network's present
   * state. So it fails with `node/execution-reverted` if it needs an earlier transaction of the list, such as the transaction that
   * creates its account. Put both into one transaction, or pass a whole transaction as `wire`.
   */
  signAllTransactions?(
    account: CaipAddress<N>,
    transactions: readonly Transaction<N>[],
    opts?: CallOptions,
  ): Promise<readonly SignedTransaction<N>[]>
  signTypedData?(account: CaipAddress<N>, typedData: unknown, opts?: CallOptions): Promise<MessageSignature>
  sendTransaction?(
    account: CaipAddress<N>,
    transaction: Transaction<N>,
    opts?: CallOptions & FeeLimit,
  ): Promise<SentTransaction>
  /** @throws `adapter/unsupported` for `maxFee`: a batch carries no fee, so the limit couldn't be enforced. */
  sendBatch?(
    account: CaipAddress<N>,
    calls: readonly Transaction<N>[],
    opts?: CallOptions & FeeLimit,
  ): Promise<{ readonly id: string }>
  getBatchStatus?(network: CaipNetworkId<N>, id: string, opts?: CallOptions): Promise<TransactionStatus>

  /**
   * Passes a request to the wallet unchanged, once, on the account's network. Only in the built-in adapter for
   * families for which the host passed no adapter.
   * @throws `connection/account-not-connected`; `adapter/unsupported` if the wallet didn't approve the method.
   */
  request?(account: CaipAddress<N>, call: RpcRequest, opts?: CallOptions): Promise<unknown>

  /**
   * Sends a JSON-RPC call that changes nothing, such as `eth_call`, to the network's nodes. Needs no connected wallet. Absent in
   * families whose libraries bring their own transport.
   * @throws `network/not-requested`; `rpc/method-unsupported` for a method that isn't a read, without asking a node;
   * `rpc/invalid-value` if the answer has an invalid form; `node/execution-reverted`
   */
  query?(network: CaipNetworkId<N>, request: RpcRequest, opts?: CallOptions): Promise<unknown>

  /**
   * The balances as reported by the wallet (ERC-7811); undefined if the wallet doesn't support ERC-7811. Absent if no wallet of the
   * family supports it.
   */
  getWalletAssets?(
    account: CaipAddress<N>,
    opts?: CallOptions,
  ): Promise<readonly ReportedBalance[] | undefined>
  /** Smart sessions (ERC-7715). Absent if the family's wallets don't support them. */
  readonly permissions?: WalletPermissions<N>
  /** The family's name service, if the family has one. */
  readonly names?: NameLookup<N>
  /** The operations on the family's networks that swaps need. Absent if the family has no swaps. */
  readonly swapSupport?: SwapSupport<N>

  isAddress(value: string): boolean
  /**
   * The canonical form of an address: two addresses are the same account exactly if their canonical forms are equal. Undefined if
   * the address is invalid. Pass the network for families whose networks have different formats.
   */
  normalizeAddress(value: string, network?: ChainNetwork<N>): string | undefined
  /**
   * Whether an address contradicts its own checksum on the network, because a character was mistyped. Absent in families where such
   * an address is invalid.
   */
  isMistyped?(value: string, network: ChainNetwork<N>): boolean
  dispose(): Promise<void>
}

/** Smart sessions that a wallet grants to the page. Each call reaches the account's wallet once, on the account's network. */
export interface WalletPermissions<N extends ChainNamespace = ChainNamespace> {
  /** Returns the permissions that the wallet can grant. Never prompts. */
  support(account: CaipAddress<N>, opts?: CallOptions): Promise<PermissionSupport>
  /** Resolves with the wallet's raw, unvalidated response. */
  grant(account: CaipAddress<N>, request: PermissionRequest, opts?: CallOptions): Promise<unknown>
  /** @throws `permissions/unsupported` if the wallet didn't approve the method. */
  revoke(account: CaipAddress<N>, context: string, opts?: CallOptions): Promise<void>
}

export interface AdapterContext {
  /** The networks of the options, of all families. */
  readonly networks: readonly ChainNetwork[]
  endpoints(network: CaipNetworkId): readonly string[]
  /**
   * Sends calls to the network's JSON-RPC endpoints: batched, retried and ranked. With a URL of `endpoints`, asks only that
   * endpoint, to compare nodes. Libraries that bring their own transport use `endpoints` instead.
   */
  rpc(network: CaipNetworkId, url?: string): JsonRpcPort
  /** Like `rpc`, for networks whose nodes have an HTTP API: bip122, with the API of Esplora. */
  http(network: CaipNetworkId, url?: string): HttpPort
  readonly clock: Clock
  readonly fetch: Fetch
  readonly log: Logger
  /** Gives access to Web Locks. With these, tabs take turns to ask a wallet for a transaction. */
  readonly page: Pick<Page, 'kind' | 'global'>
  /** The fallback for browsers without Web Locks. */
  readonly storage: KeyValueStore
}

/**
 * An adapter that you pass to `createLatchkey`. Cheap to import: `create` loads the wallet code, and the first read or send
 * loads the family's library.
 */
export interface AdapterFactory<N extends ChainNamespace = ChainNamespace> {
  readonly namespace: N
  readonly capabilities: ReadonlySet<Capability>
  create(context: AdapterContext): Promise<ChainAdapter<N>>
}
export type AnyAdapterFactory = { [N in ChainNamespace]: AdapterFactory<N> }[ChainNamespace]
/**
 * The families of the client's adapters, plus the families of its networks, which WalletConnect can reach. A network counts only if its type names
 * its family. All families if there's no adapter.
 */
export type NamespacesOf<A extends readonly AnyAdapterFactory[], W extends readonly NetworkInput[]> = [
  A[number],
] extends [never]
  ? ChainNamespace
  : A[number]['namespace'] | NamespaceOf<W[number]>
/** `never` for a network whose type doesn't determine the family. */
type NamespaceOf<W> = W extends ChainNetwork
  ? ChainNamespace extends W['chainNamespace']
    ? never
    : W['chainNamespace']
  : W extends ViemChain
    ? 'eip155'
    : never
/** Optional methods that every adapter of the family has. If the host passed no adapter for the family, calls to them reject. */
interface FamilyMethods {
  eip155: Required<Pick<ChainAdapter<'eip155'>, 'signTypedData' | 'sendTransaction' | 'query'>>
  solana: Required<
    Pick<ChainAdapter<'solana'>, 'sendTransaction' | 'signTransaction' | 'signAllTransactions'>
  >
  polkadot: Required<Pick<ChainAdapter<'polkadot'>, 'sendTransaction' | 'signTransaction'>>
  bip122: Required<Pick<ChainAdapter<'bip122'>, 'sendTransaction' | 'signTransaction'>>
  cosmos: Required<Pick<ChainAdapter<'cosmos'>, 'sendTransaction' | 'signTransaction'>>
}
/** The adapter of a specific family. */
export type AdapterOf<N extends ChainNamespace> = ChainAdapter<N> & FamilyMethods[N]
export type AnyAdapter = { [N in ChainNamespace]: ChainAdapter<N> }[ChainNamespace]
