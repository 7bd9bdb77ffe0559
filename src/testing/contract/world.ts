import type { CaipAssetId, CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Capability, ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Connector } from '../../core/wallet/connector.ts'
import type { SignedTransaction, Transaction } from '../../core/wallet/family.ts'
import type { MessageSignature, Sent } from '../../core/wallet/transaction.ts'

/**
 * What not every family has, or not in every way in which its wallets are reached:
 * - `wallet.network`: the wallet is on one network, where the visitor can move it, and tells the page.
 * - `wallet.switch`: it moves when it is asked. Without it the connection alone moves, and nobody is asked.
 * - `wallet.accounts`: it shows all its accounts, the selected one first. Without it, the selected one only.
 * - `wallet.silent`: it can be asked without a prompt whether it still knows us.
 * - `wallet.close`: it is told when we disconnect.
 * - `wallet.pending`: it says that a prompt is open already.
 * - `wallet.disconnect`: it says that it lost its connection in the middle of a request.
 * - `wallet.bytes`: it signs bytes that are no text.
 * - `wallet.empty`: it signs a text of no letters.
 * - `session.networks`: a session covers the networks that it lists; the wallet cannot be asked for others later, unless a
 *   method for that was approved.
 * - `chain.second`: the second network has a node too.
 * - `chain.hold`: transactions can be made to wait.
 * - `chain.failure`: it takes transactions that fail.
 * - `chain.fee`: its node can be made to ask for a higher fee.
 */
export const contractTraits = [
  'wallet.network',
  'wallet.switch',
  'wallet.accounts',
  'wallet.silent',
  'wallet.close',
  'wallet.pending',
  'wallet.disconnect',
  'wallet.bytes',
  'wallet.empty',
  'session.networks',
  'chain.second',
  'chain.hold',
  'chain.failure',
  'chain.fee',
] as const
export type ContractTrait = (typeof contractTraits)[number]

/**
 * The kinds of requests that a wallet of any family knows. A world maps each to what it is over its channel: a method, a
 * feature, a call of the extension. `send` is whatever the wallet is asked when something is sent: to sign and submit, or to
 * sign only. Two kinds may be the same request.
 */
export type WalletKind =
  | 'connect'
  | 'restore'
  | 'close'
  | 'sign'
  | 'signTypedData'
  | 'signTransaction'
  | 'signAllTransactions'
  | 'send'
  | 'sendBatch'
  | 'switch'
  | 'addNetwork'

/**
 * What the wallet does with one request. `empty` shows no account; `nonsense` answers with what cannot be an answer;
 * `lie` says that it was done, and does nothing; `fail` is an error without a meaning, after which it is unknown whether
 * anything was done; `until` answers honestly, later. Which error a wallet of the family gives for `reject`, `pending`,
 * `disconnect` and `fail` is the world's choice: the adapter has to make of it what every adapter does.
 */
export type ContractStep =
  | 'reject'
  | 'never'
  | 'pending'
  | 'disconnect'
  | 'empty'
  | 'nonsense'
  | 'lie'
  | 'fail'
  | { readonly until: Promise<unknown> }

/** The wallet may live in another process than the adapter; then it answers in its own time. */
type Answer<T> = T | Promise<T>

/** The person before the wallet, and the wallet's log. What is part of a trait that the world lacks is never called. */
export interface ContractWallet {
  /** For the next request of this kind. */
  next(kind: WalletKind, step: ContractStep): Answer<void>
  /** How many requests of a kind arrived; without a kind, how many requests of any sort. */
  count(kind?: WalletKind): Answer<number>
  /** How often a person was asked. */
  prompts(): Answer<number>
  /** Where the wallet is. */
  network(): Answer<CaipNetworkId>
  /** The visitor moves the wallet; `silent`: the page is not told. */
  moveTo(network: CaipNetworkId, how?: { readonly silent: boolean }): Answer<void>
  select(address: string): Answer<void>
  /** The visitor takes the permission away in the wallet. */
  revoke(): Answer<void>
  /** The wallet no longer knows the network; it can be added again. */
  forget(network: CaipNetworkId): Answer<void>
  /** Events of the right names with wrong payloads; where the page gets callbacks, those with wrong arguments. */
  emitNonsense(): Answer<void>
  /** Tells the page again where the wallet is. */
  emitNetwork(): Answer<void>
  /** Listeners, subscriptions and callbacks that the page has at the wallet. */
  listenerCount(): Answer<number>
}

/** The chain's own truth, read without the adapter. */
export interface ContractChain {
  balance(network: CaipNetworkId, address: string, asset?: CaipAssetId): Promise<bigint>
  /** Undefined while the chain has not taken the transaction into a block. */
  transaction(network: CaipNetworkId, hash: string): Promise<{ ok: boolean; fee: bigint } | undefined>
  /** From now on sent transactions wait, until the returned function is called. */
  holdBlocks(network: CaipNetworkId): Promise<() => Promise<void>>
  /** A transaction that the chain took and that failed, sent without the adapter. */
  failedTransaction(network: CaipNetworkId): Promise<Sent & { readonly fee: bigint }>
  /** From now on the node tells the adapter higher prices than before: for a token's transfer at least, a hundred times as much. */
  raiseFee?(): Answer<void>
}

/** Everything one behaviour needs: a fresh adapter, a fresh wallet, a real chain. */
export interface ContractWorld<N extends ChainNamespace = ChainNamespace> {
  readonly namespace: N
  /** The static set of the adapter's factory. */
  readonly capabilities: ReadonlySet<Capability>
  /** The same list as `adapterContract` was given. */
  readonly lacks?: readonly ContractTrait[] | undefined
  readonly adapter: ChainAdapter<N>
  readonly connector: Connector
  /** Another adapter and connector over the same wallet, as after a reload. */
  reload(): Promise<{ readonly adapter: ChainAdapter<N>; readonly connector: Connector }>
  readonly wallet: ContractWallet
  readonly chain: ContractChain
  /** Both are requested, and the wallet knows both and is on the first. The first has a node; the second with `chain.second`. */
  readonly networks: readonly [ChainNetwork<N>, ChainNetwork<N>]
  /** The wallet knows it; the host did not request it. */
  readonly foreignNetwork: ChainNetwork<N>
  /**
   * The wallet's accounts, the selected one first, as the first network spells them; both have native coins and tokens on
   * every network that has a node.
   */
  readonly addresses: readonly [string, string]
  /** An address of the first network as another one spells it. Absent: the same. */
  addressOn?(address: string, network: ChainNetwork<N>): string
  /** A funded account that is not in the wallet. */
  readonly strangerAddress: string
  /** An address that nobody used before. */
  readonly receiver: string
  /** On the first network. */
  readonly token: { readonly asset: CaipAssetId<N>; readonly symbol: string; readonly decimals: number }
  /** An asset of the first network that does not exist. */
  readonly missingToken: CaipAssetId<N>
  /** A hash of the right form that no transaction has. */
  readonly unknownHash: string
  /** The least amount of the native asset that it makes sense to send: above dust, rent and existential deposit. */
  readonly smallAmount: bigint
  readonly invalidAddresses: readonly string[]
  /** Addresses of the right form that are not sent to, such as those with a wrong checksum or of another network. */
  readonly unsafeReceivers: readonly string[]
  /** Checks a signature with a library that did not make it. */
  verifyMessage(message: string | Uint8Array, signature: MessageSignature, address: string): Promise<boolean>
  /** Where the family signs typed data. */
  readonly typedData?: {
    readonly value: unknown
    verify(signature: MessageSignature, address: string): Promise<boolean>
  }
  /** Where the family sends transactions that the host built: one that moves `smallAmount` to the address. */
  transfer?(to: string): Transaction<N> | Promise<Transaction<N>>
  /** Where the family signs transactions without sending them: a library that did not sign checks one. */
  verifyTransaction?(asked: Transaction<N>, signed: SignedTransaction<N>, address: string): Promise<boolean>
  /** Releases the wallet, the connectors and the adapters; the chain may go on for the next world. */
  dispose(): Promise<void>
}
