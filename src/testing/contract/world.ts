import type { CaipAssetId, CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Capability, ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Connector } from '../../core/wallet/connector.ts'
import type { SignedTransaction, Transaction } from '../../core/wallet/family.ts'
import type { MessageSignature, SentTransaction } from '../../core/wallet/transaction.ts'

/**
 * Traits that some families, or some ways to connect a wallet, lack:
 * - `wallet.network`: the wallet has a current network. The user can switch it, and the wallet notifies the page.
 * - `wallet.switch`: the page can switch the wallet's network. Without this trait, a switch changes only the connection's
 * network, without a prompt.
 * - `wallet.accounts`: the wallet shows all its accounts, the selected account first. Without this trait, it shows only the
 * selected account.
 * - `wallet.silent`: the page can check without a prompt whether it is still connected.
 * - `wallet.close`: the wallet learns when the page disconnects.
 * - `wallet.pending`: the wallet rejects a request while a prompt is open.
 * - `wallet.disconnect`: the wallet reports a lost connection during a request.
 * - `wallet.bytes`: the wallet signs bytes that aren't text.
 * - `wallet.empty`: the wallet signs an empty text.
 * - `session.networks`: a session has a fixed list of networks. The wallet can add a network later only if the session approves a
 * method for this.
 * - `chain.second`: the second network has a node too.
 * - `chain.hold`: a test can keep transactions pending.
 * - `chain.failure`: the network accepts transactions that fail.
 * - `chain.fee`: a test can make the node ask for a higher fee.
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
 * The kinds of wallet requests, the same for all families. A world maps each kind to a method, a feature or a call of an
 * extension. `send` is the request to sign and submit a transaction, or only to sign it. Two kinds may map to the same request.
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
 * What the wallet does with one request. `empty` shows no account. `nonsense` returns an invalid answer. `lie` reports success
 * but does nothing. `fail` rejects with an error that doesn't say whether the request succeeded. `until` answers normally, but
 * later. The world chooses the family's errors for `reject`, `pending`, `disconnect` and `fail`. Each adapter must convert them
 * to the same error codes.
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

/** A value, or a promise of the value if the wallet runs in another process. */
type Answer<T> = T | Promise<T>

/**
 * Controls the wallet as its user would, and reads its log. If the world lacks a trait, the members for this trait are never
 * called, except `network`.
 */
export interface ContractWallet {
  /** Sets what the wallet does with the next request of this kind. */
  next(kind: WalletKind, step: ContractStep): Answer<void>
  /** Returns the number of requests of a kind. Without a kind, returns the number of all requests. */
  count(kind?: WalletKind): Answer<number>
  /** Returns the number of prompts. */
  prompts(): Answer<number>
  /** Returns the wallet's current network. Without the trait `wallet.network`, returns the network that the page added last. */
  network(): Answer<CaipNetworkId>
  /** Switches network, as the user would. With `silent`, the page gets no event. */
  moveTo(network: CaipNetworkId, how?: { readonly silent: boolean }): Answer<void>
  select(address: string): Answer<void>
  /** Revokes the page's permission, as the user would in the wallet. */
  revoke(): Answer<void>
  /** Removes a network from the wallet. The network can be added again. */
  forget(network: CaipNetworkId): Answer<void>
  /** Emits events with valid names but invalid payloads, or calls the page's callbacks with invalid arguments. */
  emitNonsense(): Answer<void>
  /** Emits the current network again. */
  emitNetwork(): Answer<void>
  /** Returns the number of listeners, subscriptions and callbacks that the page has on the wallet. */
  listenerCount(): Answer<number>
}

/** The state of the network. It is read without the adapter. */
export interface ContractChain {
  balance(network: CaipNetworkId, address: string, asset?: CaipAssetId): Promise<bigint>
  /** Returns the outcome of a transaction. Returns undefined until a block contains the transaction. */
  transaction(network: CaipNetworkId, hash: string): Promise<{ ok: boolean; fee: bigint } | undefined>
  /** Keeps sent transactions pending until the returned function is called. */
  holdBlocks(network: CaipNetworkId): Promise<() => Promise<void>>
  /** Sends a transaction that fails: in its block, or because another transaction replaces it. Doesn't use the adapter. */
  failedTransaction(network: CaipNetworkId): Promise<SentTransaction & { readonly fee: bigint }>
  /** Makes the node report higher prices to the adapter. A token transfer then costs at least a hundred times as much. */
  raiseFee?(): Answer<void>
}

/** What one test needs: a new adapter, a new wallet and a real network. */
export interface ContractWorld<N extends ChainNamespace = ChainNamespace> {
  readonly namespace: N
  /** The capabilities that the adapter's factory declares. */
  readonly capabilities: ReadonlySet<Capability>
  /** The traits that this world lacks. Pass the same list to `adapterContract`. */
  readonly lacks?: readonly ContractTrait[] | undefined
  readonly adapter: ChainAdapter<N>
  readonly connector: Connector
  /** Creates another adapter and connector for the same wallet, as after a reload. */
  reload(): Promise<{ readonly adapter: ChainAdapter<N>; readonly connector: Connector }>
  readonly wallet: ContractWallet
  readonly chain: ContractChain
  /**
   * The networks of the host. The wallet has both, and starts on the first. The first network has a node. With `chain.second`,
   * the second network has a node too.
   */
  readonly networks: readonly [ChainNetwork<N>, ChainNetwork<N>]
  /** A network that the wallet supports but the host didn't request. */
  readonly foreignNetwork: ChainNetwork<N>
  /**
   * The wallet's accounts in the first network's format, the selected account first. Both accounts have native tokens and test
   * tokens on each network with a node.
   */
  readonly addresses: readonly [string, string]
  /** Converts an address of the first network to another network's format. Undefined if the formats are the same. */
  addressOn?(address: string, network: ChainNetwork<N>): string
  /** An account that has funds but isn't in the wallet. */
  readonly strangerAddress: string
  /** An address that was never used. */
  readonly receiver: string
  /** A token on the first network. */
  readonly token: { readonly asset: CaipAssetId<N>; readonly symbol: string; readonly decimals: number }
  /** An asset that doesn't exist on the first network. */
  readonly missingToken: CaipAssetId<N>
  /** A valid hash that no transaction has. */
  readonly unknownHash: string
  /** A small amount of the native token that can be sent: above dust, rent and the existential deposit. */
  readonly smallAmount: bigint
  readonly invalidAddresses: readonly string[]
  /** Well-formed addresses to which nothing may be sent, such as addresses with a wrong checksum or of another network. */
  readonly unsafeReceivers: readonly string[]
  /** Verifies a signature. Must not use the library that made the signature. */
  verifyMessage(message: string | Uint8Array, signature: MessageSignature, address: string): Promise<boolean>
  /** Typed data to sign. Undefined if the family doesn't sign typed data. */
  readonly typedData?: {
    readonly value: unknown
    verify(signature: MessageSignature, address: string): Promise<boolean>
  }
  /**
   * Builds a transaction that sends `smallAmount` to the address. Undefined if the host can't send its own transactions in the
   * family.
   */
  transfer?(to: string): Transaction<N> | Promise<Transaction<N>>
  /**
   * Verifies a signed transaction. Must not use the library that signed it. Undefined if the family can't sign a transaction
   * without sending it.
   */
  verifyTransaction?(asked: Transaction<N>, signed: SignedTransaction<N>, address: string): Promise<boolean>
  /** Disposes the wallet, the connectors and the adapters. The network may keep running for the next world. */
  dispose(): Promise<void>
}
