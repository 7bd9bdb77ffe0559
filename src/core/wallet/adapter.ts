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
  SendCallOptions,
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
    /** The transaction in the form that status queries need. Default: the hash alone. */
    readonly sent?: SentTransaction | undefined
    /** Default: the connection's first account. */
    readonly from?: CaipAddress<N> | undefined
    /** The parameters of the send. Absent if the transaction isn't a send of an amount. */
    readonly params?: SendParams<N> | undefined
  }
  /**
   * Emitted during a send. `signed`: the adapter broadcasts the signed transaction next, so the network may have the transaction
   * from now on. `refused`: the signed transaction wasn't sent, so no `transactionSent` follows. A listener of `signed` can pass
   * a promise to `hold`. The broadcast then waits until the promise settles, but for at most a second.
   */
  sending: AdapterEvents<N>['transactionSent'] & {
    readonly step: 'signed' | 'refused'
    hold?(stored: unknown): void
  }
}

export interface ConnectParams<N extends ChainNamespace = ChainNamespace> {
  readonly connector: Connector
  /** The session, if the connector has already opened one session for several families. */
  readonly session?: ConnectorSession | undefined
  readonly network: ChainNetwork<N>
  /** The account type to list first, if the wallet has accounts of several types. */
  readonly accountType?: AccountType<N> | undefined
}
export interface ReconnectParams<N extends ChainNamespace = ChainNamespace> {
  readonly connector: Connector
  readonly session?: ConnectorSession | undefined
  readonly network: ChainNetwork<N>
  readonly lastAddress?: string | undefined
}

/**
 * The operations of a chain family. Each method that takes `CallOptions` always settles, and throws only `LatchkeyError`. If the
 * family or the wallet doesn't support a method's capability, the method rejects with `adapter/unsupported` without asking the
 * wallet. A call that changes state reaches the wallet exactly once.
 */
export interface ChainAdapter<N extends ChainNamespace = ChainNamespace>
  extends Observable<AdapterEvents<N>> {
  readonly namespace: N

  /**
   * Asks the wallet to connect, then to switch to `network` if the wallet is on another network. If the visitor approves the
   * connection but rejects the switch, the connection stays on the wallet's network.
   */
  connect(params: ConnectParams<N>, opts?: CallOptions): Promise<Connection<N>>
  /** Restores a connection without a prompt. Resolves with null if the wallet no longer authorizes the app. */
  reconnect(params: ReconnectParams<N>, opts?: CallOptions): Promise<Connection<N> | null>
  /**
   * Ends a connection and the session of its wallet. With `keepsSession`, the session stays open, because other families use it.
   */
  disconnect(
    connectionId: string,
    opts?: CallOptions & { readonly keepsSession?: boolean | undefined },
  ): Promise<void>
  connections(): readonly Connection<N>[]

  /** Returns whether the family supports the capability. With `connectionId`, the connection's wallet must support it too. */
  supports(capability: Capability, connectionId?: string): boolean

  /** Reads the balance of an account from the network. Returns the balance of the native coin, or of `asset`. */
  getBalance(account: CaipAddress<N>, asset?: CaipAssetId<N>, opts?: CallOptions): Promise<Amount>
  /** Asks the wallet to sign a message. @throws `connection/account-not-connected`; `wallet/user-rejected` */
  signMessage(
    account: CaipAddress<N>,
    message: string | Uint8Array,
    opts?: CallOptions & MessageOptions<N>,
  ): Promise<MessageSignature>
  /**
   * Validates the parameters, asks the wallet, and sends the transaction. Each account has at most one send at a time.
   * @throws `validation/*` for invalid parameters or a balance that is too low; `wallet/fee-above-limit`; `wallet/user-rejected`;
   * `wallet/send-in-progress`; `connection/account-not-connected`
   */
  send(params: SendParams<N>, opts?: CallOptions): Promise<SentTransaction>
  /**
   * Runs the first half of `send`: validates the parameters and reads the network, but doesn't ask the wallet. Call `prepareSend`
   * when the amount is known. Then call `send()` of the result in the click handler.
   * @throws The errors of `send`, except for the wallet's errors.
   */
  prepareSend(params: SendParams<N>, opts?: CallOptions): Promise<PreparedSend<N>>
  /** Estimates the fee of a send. Doesn't ask the wallet. */
  estimateFee(params: SendParams<N>, opts?: CallOptions): Promise<FeeEstimate<N>>
  getTransactionStatus(
    network: CaipNetworkId<N>,
    sent: SentTransaction,
    opts?: CallOptions,
  ): Promise<TransactionStatus>
  /**
   * Reads the multipliers of tokens (`Amount.multiplier`). Call this method if the balances come from a source that doesn't know
   * multipliers. The result contains only tokens with a multiplier. The method is absent in families where tokens have no
   * multipliers.
   * @throws The errors of the nodes.
   */
  multipliers?(
    network: CaipNetworkId<N>,
    assets: readonly CaipAssetId<N>[],
    opts?: CallOptions,
  ): Promise<ReadonlyMap<CaipAssetId<N>, number>>
  /**
   * Finds the transactions that an `rpc/maybe-sent` error may be about. If the error has a hash, the transaction with this hash
   * is the only candidate. Without a hash, it isn't known whether the wallet sent a transaction. In this case, the candidates are
   * transactions that the account sent after the request. They have the request's recipient, value and data (eip155), or its
   * instructions (solana). A candidate doesn't prove that this payment was sent: it may be an equal payment that the visitor sent
   * again, or an earlier equal payment that was still pending. So ignore hashes that you already know, as `client.send` does.
   * Returns an empty list for any other error, for a smart account on eip155, and while no node shows such a transaction. The
   * method is absent in families where wallets only sign.
   * @throws `network/not-requested`, and the errors of the nodes
   */
  findCandidates?(
    network: CaipNetworkId<N>,
    error: unknown,
    opts?: CallOptions,
  ): Promise<readonly SentTransaction[]>
  /**
   * Polls the status each second until the transaction is confirmed. With `until: 'finalized'`, polls until the transaction is
   * final. If the sender's wallet sent the payment again with another fee, resolves with the `hash` of the transaction that is in
   * a block.
   * @throws `node/transaction-failed`, `node/transaction-replaced`; `node/transaction-unknown` if no node showed the transaction
   * for `timeout` ms, or if the node can't look up transactions (in both cases, the transaction may still arrive);
   * `validation/invalid-input`; `flow/aborted`
   */
  waitForTransaction(
    network: CaipNetworkId<N>,
    sent: SentTransaction,
    opts?: WaitOptions,
  ): Promise<SettledTransaction>
  /** Asks the wallet to switch. Resolves only when the wallet is on the network, because wallets may report success too early. */
  switchNetwork(connectionId: string, network: ChainNetwork<N>, opts?: CallOptions): Promise<ChainNetwork<N>>
  /**
   * Lists an account of the connection first, because the visitor chose it in the app. Doesn't ask the wallet. The account stays
   * first, also on other networks that have it, until the visitor selects another account in the wallet. In an adapter without
   * this method, the choice ends when the adapter next emits `accountsChanged` with another first account.
   */
  selectAccount?(connectionId: string, address: string): void

  // Each of the optional methods from here to `getBatchStatus` exists if the family supports the method's capability.

  signTransaction?(
    account: CaipAddress<N>,
    transaction: Transaction<N>,
    opts?: CallOptions,
  ): Promise<SignedTransaction<N>>
  /**
   * Asks the wallet once to sign all transactions. If you pass a transaction as `instructions`, Latchkey simulates only this
   * transaction, on the network's present state. If this transaction needs an earlier transaction of the list, such as one that
   * creates an account, the call rejects with `node/execution-reverted`. To avoid this, put the instructions of both transactions
   * into one transaction, or pass the later transaction as `wire`.
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
    opts?: SendCallOptions,
  ): Promise<SentTransaction>
  /**
   * @throws `adapter/unsupported` if `maxFee` is set or a call has `gas`. The wallet chooses the fee and the gas of a batch, so
   * Latchkey can't enforce a limit.
   */
  sendBatch?(
    account: CaipAddress<N>,
    calls: readonly Transaction<N>[],
    opts?: CallOptions & FeeLimit,
  ): Promise<{ readonly id: string }>
  getBatchStatus?(network: CaipNetworkId<N>, id: string, opts?: CallOptions): Promise<TransactionStatus>

  /**
   * Passes a request to the wallet unchanged, once, on the account's network. Only the built-in adapter has this method. That
   * adapter serves the families for which the host passed no adapter.
   * @throws `connection/account-not-connected`; `adapter/unsupported` if the wallet didn't approve the method.
   */
  request?(account: CaipAddress<N>, call: RpcRequest, opts?: CallOptions): Promise<unknown>

  /**
   * Sends a JSON-RPC call that changes nothing, such as `eth_call`, to the network's nodes. Needs no connected wallet. Only on
   * eip155.
   * @throws `network/not-requested`; `rpc/method-unsupported` for a method that isn't a read, without asking a node;
   * `rpc/invalid-value` if the answer has an invalid form; `node/execution-reverted`
   */
  query?(network: CaipNetworkId<N>, request: RpcRequest, opts?: CallOptions): Promise<unknown>

  /**
   * Reads the balances that the wallet reports (ERC-7811). Resolves with undefined if the wallet doesn't support ERC-7811. Absent
   * if no wallet of the family supports ERC-7811.
   */
  getWalletAssets?(
    account: CaipAddress<N>,
    opts?: CallOptions,
  ): Promise<readonly ReportedBalance[] | undefined>
  /** The calls for smart sessions (ERC-7715). Absent if the family's wallets don't support smart sessions. */
  readonly permissions?: WalletPermissions<N>
  /** The family's name service. Absent if the family has no name service. */
  readonly names?: NameLookup<N>
  /** The operations that swaps need. Absent if the family has no swaps. */
  readonly swapSupport?: SwapSupport<N>

  isAddress(value: string): boolean
  /**
   * Returns the canonical form of an address. Two addresses belong to the same account if, and only if, their canonical forms are
   * equal. Returns undefined if the address is invalid. Pass the network if the family's networks have different address formats.
   */
  normalizeAddress(value: string, network?: ChainNetwork<N>): string | undefined
  /**
   * Returns whether the checksum of an address is wrong on the network, for example because of a typing error. Absent in families
   * where an address with a wrong checksum is invalid.
   */
  isMistyped?(value: string, network: ChainNetwork<N>): boolean
  dispose(): Promise<void>
}

/**
 * The calls for smart sessions that a wallet grants to the page. Each call reaches the account's wallet once, on the account's
 * network.
 */
export interface WalletPermissions<N extends ChainNamespace = ChainNamespace> {
  /** Returns the permissions that the wallet can grant. Never prompts. */
  support(account: CaipAddress<N>, opts?: CallOptions): Promise<PermissionSupport>
  /** Asks the wallet to grant permissions. Resolves with the wallet's response, which isn't validated. */
  grant(account: CaipAddress<N>, request: PermissionRequest, opts?: CallOptions): Promise<unknown>
  /** @throws `permissions/unsupported` if the wallet didn't approve the method. */
  revoke(account: CaipAddress<N>, context: string, opts?: CallOptions): Promise<void>
}

export interface AdapterContext {
  /** The networks of the option `networks`, of all families. */
  readonly networks: readonly ChainNetwork[]
  endpoints(network: CaipNetworkId): readonly string[]
  /**
   * Returns an object that calls the network's JSON-RPC endpoints, with batches, retries and ranking. If you pass a URL of
   * `endpoints`, the object calls only this endpoint, for example to compare nodes. If your library has its own transport, pass
   * it the URLs of `endpoints` instead.
   */
  rpc(network: CaipNetworkId, url?: string): JsonRpcPort
  /** Returns an object that calls a network's HTTP API. Only for bip122, where the API is Esplora's. */
  http(network: CaipNetworkId, url?: string): HttpPort
  readonly clock: Clock
  readonly fetch: Fetch
  readonly log: Logger
  /** The page, for access to Web Locks. With these locks, tabs ask a wallet one after the other. */
  readonly page: Pick<Page, 'kind' | 'global'>
  /** The storage that replaces Web Locks in browsers without them. */
  readonly storage: KeyValueStore
}

/**
 * An adapter that you pass to `createLatchkey`. The import is small: `create` loads the wallet code, and the first read or send
 * loads the family's library.
 */
export interface AdapterFactory<N extends ChainNamespace = ChainNamespace> {
  readonly namespace: N
  readonly capabilities: ReadonlySet<Capability>
  create(context: AdapterContext): Promise<ChainAdapter<N>>
}
export type AnyAdapterFactory = { [N in ChainNamespace]: AdapterFactory<N> }[ChainNamespace]
/**
 * The families that a client supports: the families of its adapters, and the families of its networks. Over WalletConnect, the
 * client also reaches a family without an adapter. A network counts only if its TypeScript type names the family, or if the type
 * is viem's (eip155). A client without adapters supports all families.
 */
export type NamespacesOf<A extends readonly AnyAdapterFactory[], W extends readonly NetworkInput[]> = [
  A[number],
] extends [never]
  ? ChainNamespace
  : A[number]['namespace'] | NamespaceOf<W[number]>
/** The family of a network. `never` if the network's type doesn't name a family. */
type NamespaceOf<W> = W extends ChainNetwork
  ? ChainNamespace extends W['chainNamespace']
    ? never
    : W['chainNamespace']
  : W extends ViemChain
    ? 'eip155'
    : never
/**
 * The optional methods that every adapter of the family has. If the host passed no adapter for the family, these methods reject.
 */
interface FamilyMethods {
  eip155: Required<Pick<ChainAdapter<'eip155'>, 'signTypedData' | 'sendTransaction' | 'query'>>
  solana: Required<
    Pick<ChainAdapter<'solana'>, 'sendTransaction' | 'signTransaction' | 'signAllTransactions'>
  >
  polkadot: Required<Pick<ChainAdapter<'polkadot'>, 'sendTransaction' | 'signTransaction'>>
  bip122: Required<Pick<ChainAdapter<'bip122'>, 'sendTransaction' | 'signTransaction'>>
  cosmos: Required<Pick<ChainAdapter<'cosmos'>, 'sendTransaction' | 'signTransaction'>>
}
export type AdapterOf<N extends ChainNamespace> = ChainAdapter<N> & FamilyMethods[N]
export type AnyAdapter = { [N in ChainNamespace]: ChainAdapter<N> }[ChainNamespace]
