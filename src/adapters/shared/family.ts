import type { CaipAssetId, CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { AdapterContext } from '../../core/wallet/adapter.ts'
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
import type { ApprovalTable } from './approvals.ts'
import type { AccountCall } from './calls.ts'

/**
 * What a family does: `createAdapter` makes an adapter of it. All addresses that a family is given are in its normal form
 * on the network, and its networks were requested.
 */
export interface Family<N extends ChainNamespace, C extends FamilyChain<N>> {
  readonly namespace: N
  /**
   * The normal form of an address, checksum and all; undefined when the text is none. With a network: as that network
   * spells it, undefined when it is not valid there. Addresses are shown, compared and stored in this form only.
   */
  normalize(address: string, network?: ChainNetwork<N>): string | undefined
  /**
   * Leave out `network.switch` where the connection can move without the wallet: then `move` decides. With a row, a
   * wallet that approved none of it cannot be moved.
   */
  readonly approvals: ApprovalTable
  /** The optional peers that the chain's code imports: `npm install` of them is what a host is told to run. */
  readonly peers: readonly string[]
  /** Loads what needs the family's library, by `import()`. Called at the first read or send; a failed load is tried again. */
  loadChain(context: AdapterContext): Promise<C>

  /**
   * Whether the wallet can be asked to come to networks that the session does not list. Absent: it cannot, and the session
   * lists all that it approved.
   */
  canMove?(session: ConnectorSession): boolean
  /**
   * Has the wallet move, and looks whether it did; it throws where it cannot. Absent for a family whose wallets are on no
   * network of their own: then the connection alone moves.
   */
  move?(
    session: ConnectorSession,
    from: ChainNetwork<N>,
    to: ChainNetwork<N>,
    signal: AbortSignal,
  ): Promise<void>
  /**
   * The accounts of a session on a network, the selected one first. `known` are those that it showed before. Absent: those.
   */
  accountsOn?(
    session: ConnectorSession,
    network: ChainNetwork<N>,
    known: readonly AccountRecord[],
    signal: AbortSignal,
  ): Promise<readonly AccountRecord[]>
  /**
   * Where the wallet would carry out a request for `expected`. Asks the wallet, where it has a network of its own. Absent:
   * there.
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
  /** Carries out a checked send. */
  send(call: AccountCall<N, C>, params: SendParams<N>): Promise<Sent>
  signMessage(
    call: AccountCall<N, C>,
    message: string | Uint8Array,
    options: MessageOptions<N>,
  ): Promise<MessageSignature>

  /** Each of these is present exactly when its capability is in the family's static set. */
  sendTransaction?(call: AccountCall<N, C>, transaction: Transaction<N>): Promise<Sent>
  signTransaction?(call: AccountCall<N, C>, transaction: Transaction<N>): Promise<SignedTransaction<N>>
  signAllTransactions?(
    call: AccountCall<N, C>,
    transactions: readonly Transaction<N>[],
  ): Promise<readonly SignedTransaction<N>[]>
  signTypedData?(call: AccountCall<N, C>, typedData: unknown): Promise<MessageSignature>
  sendBatch?(call: AccountCall<N, C>, calls: readonly Transaction<N>[]): Promise<{ readonly id: string }>
  /** A transaction carries a number of its account's: of two that are signed at once, one would be in vain. */
  readonly numbered?: boolean
}

/** What needs the family's library, as far as every adapter calls it. */
export interface FamilyChain<N extends ChainNamespace> {
  balance(
    network: ChainNetwork<N>,
    owner: string,
    asset: CaipAssetId<N> | undefined,
    opts?: CallOptions,
  ): Promise<Amount>
  estimateFee(
    network: ChainNetwork<N>,
    sender: string,
    params: SendParams<N>,
    opts?: CallOptions,
  ): Promise<FeeEstimate<N>>
  status(network: ChainNetwork<N>, sent: Sent, opts?: CallOptions): Promise<TransactionStatus>
}
