import type { CaipAssetId, CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { AdapterContext } from '../../core/wallet/adapter.ts'
import type { ApprovalTable } from '../../core/wallet/approvals.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { MessageOptions, SignedTransaction, Transaction } from '../../core/wallet/family.ts'
import type {
  Amount,
  FeeEstimate,
  MessageSignature,
  SendParams,
  Sent,
  TransactionStatus,
} from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type { AccountCall } from './calls.ts'
import type { Providers } from './providers.ts'

/**
 * The record of what a family does, of which `createAdapter` makes an adapter. Every address that is passed to it is in its
 * normal form on the network, and every network was requested.
 */
export interface Family<N extends ChainNamespace, C extends FamilyChain<N>> {
  readonly namespace: N
  /**
   * The normal form of an address, whose checksum is verified; undefined for a text that is no address. With a network, it is
   * the form of that network, and undefined for an address of another. Addresses are shown, compared and stored in this form.
   */
  normalize(address: string, network?: ChainNetwork<N>): string | undefined
  /**
   * Leave out `network.switch` where the connection can move without the wallet; then `move` decides. Where it has methods, a
   * wallet that approved none of them cannot be moved.
   */
  readonly approvals: ApprovalTable
  /** The optional peer packages that the chain's code imports. A host that lacks one is told to install them. */
  readonly peers: readonly string[]
  /** The provider of each connection, where the family has one. */
  readonly providers?: Providers<N>
  /** Loads the chain class by `import()`. It is called at the first read or send, and again after a load has failed. */
  loadChain(context: AdapterContext): Promise<C>

  /**
   * Whether the wallet can be asked to move to networks that the session does not list. Absent: it cannot, and the session lists
   * every network that it approved.
   */
  canMove?(session: ConnectorSession): boolean
  /**
   * Has the wallet move and checks that it did; throws when it did not. Absent for a family whose wallets have no network of
   * their own: then only the connection moves.
   */
  move?(
    session: ConnectorSession,
    from: ChainNetwork<N>,
    to: ChainNetwork<N>,
    signal: AbortSignal,
  ): Promise<void>
  /**
   * The accounts of a session on a network, the selected one first. `known` are the accounts that the wallet showed before, and
   * the result where this is absent.
   */
  accountsOn?(
    session: ConnectorSession,
    network: ChainNetwork<N>,
    known: readonly AccountRecord[],
    signal: AbortSignal,
  ): Promise<readonly AccountRecord[]>
  /**
   * The network on which the wallet would carry out a request for `expected`; a wallet with a network of its own is asked.
   * Absent: it is `expected`.
   */
  walletNetwork?(
    session: ConnectorSession,
    expected: CaipNetworkId<N>,
    signal: AbortSignal,
  ): Promise<CaipNetworkId<N>>

  /**
   * The parameters of a send with the receiver in its normal form. `account` is the sender's, where it is connected.
   * @throws `validation/invalid-address`, `validation/invalid-amount`, `validation/invalid-input`
   */
  checkSend(params: SendParams<N>, network: ChainNetwork<N>, account?: AccountRecord<N>): SendParams<N>
  /**
   * Reads what a checked send takes from the chain; what it resolves with asks the wallet, and sends.
   * @throws `wallet/fee-above-limit` when what was built costs more than `maxFee`; so does what asks the wallet, when what the
   * wallet signed costs more, before that is sent.
   */
  prepareSend(call: AccountCall<N, C>, params: SendParams<N>): Promise<Submit<N, C>>
  signMessage(
    call: AccountCall<N, C>,
    message: string | Uint8Array,
    options: MessageOptions<N>,
  ): Promise<MessageSignature>

  /** Each of these is present exactly when its capability is in the family's static set. */
  sendTransaction?(
    call: AccountCall<N, C>,
    transaction: Transaction<N>,
    maxFee: bigint | undefined,
  ): Promise<Sent>
  signTransaction?(call: AccountCall<N, C>, transaction: Transaction<N>): Promise<SignedTransaction<N>>
  signAllTransactions?(
    call: AccountCall<N, C>,
    transactions: readonly Transaction<N>[],
  ): Promise<readonly SignedTransaction<N>[]>
  signTypedData?(call: AccountCall<N, C>, typedData: unknown): Promise<MessageSignature>
  sendBatch?(
    call: AccountCall<N, C>,
    calls: readonly Transaction<N>[],
    maxFee: bigint | undefined,
  ): Promise<{ readonly id: string }>
  /** True when a transaction carries a number of its account, so that one of two that are signed at the same time would fail. */
  readonly numbered?: boolean
}

/** Asks the wallet for what was made before, and sends it. `call` has the signal of now. */
export type Submit<N extends ChainNamespace, C> = (call: AccountCall<N, C>) => Promise<Sent>

/** The methods that every chain class has. */
export interface FamilyChain<N extends ChainNamespace> {
  balance(
    network: ChainNetwork<N>,
    owner: string,
    asset: CaipAssetId<N> | undefined,
    opts?: CallOptions,
  ): Promise<Amount>
  /** The decimals of an asset as the chain says now, not as they were read before. */
  decimals(network: ChainNetwork<N>, asset: CaipAssetId<N> | undefined, opts?: CallOptions): Promise<number>
  estimateFee(
    network: ChainNetwork<N>,
    sender: string,
    params: SendParams<N>,
    opts?: CallOptions,
  ): Promise<FeeEstimate<N>>
  status(network: ChainNetwork<N>, sent: Sent, opts?: CallOptions): Promise<TransactionStatus>
}
