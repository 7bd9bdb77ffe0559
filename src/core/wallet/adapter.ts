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
import type { Exchange } from './exchange.ts'
import type { AccountType, MessageOptions, SignedTransaction, Transaction } from './family.ts'
import type { NameLookup } from './name-lookup.ts'
import type { PermissionRequest, PermissionSupport } from './permissions.ts'
import type { ReportedBalance } from './token-balance.ts'
import type {
  Amount,
  FeeEstimate,
  FeeLimit,
  MessageSignature,
  PreparedSend,
  SendParams,
  Sent,
  SettledTransaction,
  TransactionStatus,
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
    /** By which the chain is asked of it. Absent: the hash. */
    readonly sent?: Sent | undefined
    /** Absent: the first account of the connection. */
    readonly from?: CaipAddress<N> | undefined
    /** What was sent, where it was an amount. */
    readonly params?: SendParams<N> | undefined
  }
}

export interface ConnectParams<N extends ChainNamespace = ChainNamespace> {
  readonly connector: Connector
  /** Set when the connector already opened one session for several families. */
  readonly session?: ConnectorSession | undefined
  readonly network: ChainNetwork<N>
  /** Accounts of this type come first, where the wallet shows several. */
  readonly accountType?: AccountType<N> | undefined
}
export interface ReconnectParams<N extends ChainNamespace = ChainNamespace> {
  readonly connector: Connector
  readonly session?: ConnectorSession | undefined
  readonly network: ChainNetwork<N>
  readonly lastAddress?: string | undefined
}

/**
 * What a chain family can do, behind one interface. Every method takes `{ signal }`, settles, and rejects with a
 * `LatchkeyError`. A method whose capability is not supported rejects with `adapter/unsupported` before the wallet is
 * reached. State-changing calls reach the wallet exactly once.
 */
export interface ChainAdapter<N extends ChainNamespace = ChainNamespace>
  extends Observable<AdapterEvents<N>> {
  readonly namespace: N

  /**
   * Asks the wallet, then asks it to move to `network` when it is elsewhere. A visitor who approves the connection
   * but declines the move is connected where the wallet is.
   */
  connect(params: ConnectParams<N>, opts?: CallOptions): Promise<Connection<N>>
  /** Null when the wallet no longer authorises us. Never prompts. */
  reconnect(params: ReconnectParams<N>, opts?: CallOptions): Promise<Connection<N> | null>
  disconnect(connectionId: string, opts?: CallOptions): Promise<void>
  connections(): readonly Connection<N>[]

  /** Static family abilities, narrowed by what the wallet behind this connection approved. */
  supports(capability: Capability, connectionId?: string): boolean

  getBalance(account: CaipAddress<N>, asset?: CaipAssetId<N>, opts?: CallOptions): Promise<Amount>
  signMessage(
    account: CaipAddress<N>,
    message: string | Uint8Array,
    opts?: CallOptions & MessageOptions<N>,
  ): Promise<MessageSignature>
  send(params: SendParams<N>, opts?: CallOptions): Promise<Sent>
  /**
   * The first half of `send`: checks the parameters, reads from the chain, and asks nobody. For a button that the visitor will
   * press: prepare when the amount stands, and send in the click.
   * @throws as `send`, but for what the wallet answers.
   */
  prepareSend(params: SendParams<N>, opts?: CallOptions): Promise<PreparedSend<N>>
  estimateFee(params: SendParams<N>, opts?: CallOptions): Promise<FeeEstimate<N>>
  getTransactionStatus(network: CaipNetworkId<N>, sent: Sent, opts?: CallOptions): Promise<TransactionStatus>
  /**
   * Asks for the status each second until the transaction is confirmed, or final where that is wanted. A chain that knows
   * nothing of it, or an endpoint that fails, is asked for 90 s on end.
   * @throws `node/transaction-failed` also for one that can land no more, `flow/aborted`
   */
  waitForTransaction(
    network: CaipNetworkId<N>,
    sent: Sent,
    opts?: CallOptions & { readonly until?: SettledTransaction['phase'] | undefined },
  ): Promise<SettledTransaction>
  /** Resolves once the wallet is seen on the network; never on its word alone. */
  switchNetwork(connectionId: string, network: ChainNetwork<N>, opts?: CallOptions): Promise<ChainNetwork<N>>

  /** Each of these is present exactly when its capability stands in the family's static set. */
  signTransaction?(
    account: CaipAddress<N>,
    transaction: Transaction<N>,
    opts?: CallOptions,
  ): Promise<SignedTransaction<N>>
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
  ): Promise<Sent>
  /** @throws `adapter/unsupported` for `maxFee`: a batch names no fee, so that nothing would hold the wallet to it. */
  sendBatch?(
    account: CaipAddress<N>,
    calls: readonly Transaction<N>[],
    opts?: CallOptions & FeeLimit,
  ): Promise<{ readonly id: string }>
  getBatchStatus?(network: CaipNetworkId<N>, id: string, opts?: CallOptions): Promise<TransactionStatus>

  /**
   * Hands a request to the wallet as it is, once, under the account's network: for families without an adapter of the host.
   * @throws `connection/account-not-connected`; `adapter/unsupported` for what the wallet did not approve.
   */
  request?(account: CaipAddress<N>, call: RpcRequest, opts?: CallOptions): Promise<unknown>

  /**
   * What the wallet itself says that an account holds; undefined where it does not offer to. ERC-7811. Absent: the family's
   * wallets have no way to say it.
   */
  getWalletAssets?(
    account: CaipAddress<N>,
    opts?: CallOptions,
  ): Promise<readonly ReportedBalance[] | undefined>
  /** ERC-7715. Absent: the family's wallets grant no sessions. */
  readonly permissions?: WalletPermissions<N>
  /** The name service of the family's chains. Absent: there is none. */
  readonly names?: NameLookup<N>
  /** What swaps need of the family's chains. Absent: there are none. */
  readonly exchange?: Exchange<N>

  isAddress(value: string): boolean
  /**
   * The one spelling of an address, on a network where the family's networks differ: two texts name one account exactly when
   * theirs are equal. Undefined for what is no address there.
   */
  normalizeAddress(value: string, network?: ChainNetwork<N>): string | undefined
  dispose(): Promise<void>
}

/** Sessions that a wallet grants a page. Each call reaches the wallet of the account once, on the account's network. */
export interface WalletPermissions<N extends ChainNamespace = ChainNamespace> {
  /** What the wallet can grant; never prompts. */
  support(account: CaipAddress<N>, opts?: CallOptions): Promise<PermissionSupport>
  /** Resolves with the wallet's answer, of which nothing was read. */
  grant(account: CaipAddress<N>, request: PermissionRequest, opts?: CallOptions): Promise<unknown>
  /** @throws `permissions/unsupported` when the wallet did not approve being asked. */
  revoke(account: CaipAddress<N>, context: string, opts?: CallOptions): Promise<void>
}

export interface AdapterContext {
  /** The networks that the host requested, of all families. */
  readonly networks: readonly ChainNetwork[]
  endpoints(network: CaipNetworkId): readonly string[]
  /** Batched, retried, ranked. A library that can only bring its own transport takes `endpoints` instead. */
  rpc(network: CaipNetworkId): JsonRpcPort
  /** The same for networks whose endpoints are an HTTP API: those of bip122, which speak Esplora's. */
  http(network: CaipNetworkId): HttpPort
  readonly clock: Clock
  readonly fetch: Fetch
  readonly log: Logger
  /** Where the locks of the browser are, by which its tabs agree who may ask a wallet for a transaction. */
  readonly page: Pick<Page, 'kind' | 'global'>
  /** By which they agree where the browser has no locks. */
  readonly storage: KeyValueStore
}

/** What a host passes to `createLatchkey`: cheap to import; `create` loads what reaches a wallet, and the first read or send loads the family's library. */
export interface AdapterFactory<N extends ChainNamespace = ChainNamespace> {
  readonly namespace: N
  readonly capabilities: ReadonlySet<Capability>
  create(context: AdapterContext): Promise<ChainAdapter<N>>
}
export type AnyAdapterFactory = { [N in ChainNamespace]: AdapterFactory<N> }[ChainNamespace]
/**
 * The families that a client can be of: those of the host's adapters and, over WalletConnect, those of its networks where the
 * types tell them. Without an adapter all.
 */
export type NamespacesOf<A extends readonly AnyAdapterFactory[], W extends readonly NetworkInput[]> = [
  A[number],
] extends [never]
  ? ChainNamespace
  : A[number]['namespace'] | NamespaceOf<W[number]>
/** Of a network whose type leaves the family open, nothing. */
type NamespaceOf<W> = W extends ChainNetwork
  ? ChainNamespace extends W['chainNamespace']
    ? never
    : W['chainNamespace']
  : W extends ViemChain
    ? 'eip155'
    : never
/** What the adapter of a family has beside what all have: methods that every adapter of the family has. */
interface FamilyMethods {
  eip155: Required<Pick<ChainAdapter<'eip155'>, 'signTypedData' | 'sendTransaction'>>
  solana: unknown
  polkadot: unknown
  bip122: unknown
  cosmos: unknown
}
/** The adapter of a family that is known. */
export type AdapterOf<N extends ChainNamespace> = ChainAdapter<N> & FamilyMethods[N]
export type AnyAdapter = { [N in ChainNamespace]: ChainAdapter<N> }[ChainNamespace]
