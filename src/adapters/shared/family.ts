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
  SentTransaction,
  TransactionStatus,
} from '../../core/wallet/transaction.ts'
import type { CallOptions, Clock } from '../../ports.ts'
import type { AccountCall } from './calls.ts'
import type { Providers } from './providers.ts'

/**
 * The part of an adapter that differs between families. `createAdapter` makes an adapter from it. Reads, signatures and sends get
 * addresses that are normalized for their network. Reads and sends get only networks that the host requested.
 */
export interface Family<N extends ChainNamespace, C extends FamilyChain<N>> {
  readonly namespace: N
  /**
   * Checks an address and its checksum, and returns its normal form. Latchkey shows, compares and stores addresses in this form.
   * Returns undefined for text that isn't an address. With `network`, returns the form of this network. Returns undefined for an
   * address of another network.
   */
  normalize(address: string, network?: ChainNetwork<N>): string | undefined
  /**
   * The methods that each capability needs. Leave out `network.switch` if the connection can switch without the wallet: `move`
   * then decides whether the wallet switches too. If you list methods for `network.switch`, Latchkey can't switch a wallet that
   * approved none of them.
   */
  readonly approvals: ApprovalTable
  /**
   * The optional peer packages that the chain code imports. If a package is missing, the error asks the developer to install it.
   */
  readonly peers: readonly string[]
  /** Creates the wallet provider of each connection. Absent in families without wallet providers. */
  readonly providers?: Providers<N>
  /**
   * Loads the chain class with `import()`. This class is the family's code for reads and broadcasts. Called at the first read or
   * send, and again after a failed load. Also called once per endpoint that `outcomeReader` asks alone.
   */
  loadChain(context: AdapterContext): Promise<C>

  /**
   * Returns whether the wallet can be asked to switch to networks that the session doesn't list. Without this method, the wallet
   * can't be asked: the session lists every approved network.
   */
  canMove?(session: ConnectorSession): boolean
  /** Asks the wallet to switch, and throws if the wallet didn't switch. Absent in families where only the connection switches. */
  move?(
    session: ConnectorSession,
    from: ChainNetwork<N>,
    to: ChainNetwork<N>,
    signal: AbortSignal,
    clock: Clock,
  ): Promise<void>
  /**
   * Returns the accounts of a session on a network, the selected account first. `known` contains the accounts that the wallet
   * showed before. Without this method, the result is `known`.
   */
  accountsOn?(
    session: ConnectorSession,
    network: ChainNetwork<N>,
    known: readonly AccountRecord[],
    signal: AbortSignal,
  ): Promise<readonly AccountRecord[]>
  /**
   * Returns the network on which the wallet would run a request for `expected`. Asks wallets that have a current network. Without
   * this method, the result is `expected`.
   */
  walletNetwork?(
    session: ConnectorSession,
    expected: CaipNetworkId<N>,
    signal: AbortSignal,
  ): Promise<CaipNetworkId<N>>

  /**
   * Checks a send and normalizes its recipient. `account` is the sender's account, if it is
   * connected.
   * @throws `validation/invalid-address`, `validation/invalid-amount`, `validation/invalid-input`,
   * `caip/invalid-asset-id`
   */
  checkSend(params: SendParams<N>, network: ChainNetwork<N>, account?: AccountRecord<N>): SendParams<N>
  /**
   * Reads the data for a checked send from the chain. Returns a function that asks the wallet and sends the transaction.
   * @throws `wallet/fee-above-limit` if the built transaction costs more than `maxFee`. If the wallet signed a fee above
   * `maxFee`, the returned function throws this error too, and sends nothing.
   */
  prepareSend(call: AccountCall<N, C>, params: SendParams<N>): Promise<Submit<N, C>>
  signMessage(
    call: AccountCall<N, C>,
    message: string | Uint8Array,
    options: MessageOptions<N>,
  ): Promise<MessageSignature>

  /** Each of the following methods is present if and only if the family has the method's capability. */
  sendTransaction?(
    call: AccountCall<N, C>,
    transaction: Transaction<N>,
    maxFee: bigint | undefined,
  ): Promise<SentTransaction>
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
  /**
   * Whether transactions have an account nonce. Two transactions that are signed at the same time then have the same nonce, and
   * one of them fails.
   */
  readonly numbered?: boolean
  /** Whether the chain class has `candidates`. */
  readonly traced?: boolean
}

/** Asks the wallet to sign or send a prepared transaction. `call` contains the signal of this attempt. */
export type Submit<N extends ChainNamespace, C> = (call: AccountCall<N, C>) => Promise<SentTransaction>

/** A fee without headroom, as read from the chain. The adapter adds the headroom. */
export type ChainFee<N extends ChainNamespace> = Pick<FeeEstimate<N>, 'total' | 'detail'> &
  Partial<Pick<FeeEstimate<N>, 'deposit' | 'reserve' | 'tokenFee'>>

export interface AccountReadOptions extends CallOptions {
  /** All accounts that the wallet shows. Undefined if the account isn't connected. */
  readonly accounts?: readonly AccountRecord[] | undefined
}

export interface FamilyChain<N extends ChainNamespace> {
  balance(
    network: ChainNetwork<N>,
    owner: string,
    asset: CaipAssetId<N> | undefined,
    opts?: AccountReadOptions,
  ): Promise<Amount>
  /**
   * Reads an asset's multiplier (`Amount.multiplier`) from the chain, never from a cache. Absent if no asset of the family has a
   * multiplier.
   */
  multiplier?(
    network: ChainNetwork<N>,
    asset: CaipAssetId<N> | undefined,
    opts?: CallOptions,
  ): Promise<number | undefined>
  /**
   * Returns an asset's decimals: from the network's definition if it contains them, otherwise from
   * the chain. Never returns a cached value.
   */
  decimals(network: ChainNetwork<N>, asset: CaipAssetId<N> | undefined, opts?: CallOptions): Promise<number>
  estimateFee(
    network: ChainNetwork<N>,
    sender: string,
    params: SendParams<N>,
    opts?: AccountReadOptions,
  ): Promise<ChainFee<N>>
  status(network: ChainNetwork<N>, sent: SentTransaction, opts?: CallOptions): Promise<TransactionStatus>
  /**
   * Returns the transactions that could be the requested transaction. `trace` describes the request. Absent in families where
   * wallets only sign.
   */
  candidates?(
    network: ChainNetwork<N>,
    trace: string,
    opts?: CallOptions,
  ): Promise<readonly SentTransaction[]>
}
