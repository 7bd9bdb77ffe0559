import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { CallOptions, Clock, Fetch, KeyValueStore, Logger, Unsubscribe } from '../../ports.ts'
import type { DecodedPayload } from '../decode/polkadot/polkadot-call.ts'
import type { Row } from '../describe/described.ts'
import type { Danger } from '../describe/effect.ts'
import type { TokenOf } from '../describe/token.ts'
import type { WalletRequest } from '../wallet-request.ts'
import type { ApprovalLimits, ProposedNamespaces } from './session-approval.ts'
import type { Namespaces, PeerMetadata, WireError } from './sign-client.ts'

/** A page's session proposal. */
export interface HeadlessProposal extends ProposedNamespaces {
  readonly id: number
  readonly peer: PeerMetadata
}

/** A page's request. A repeated request has the same id and topic. A request of another session can have the same id. */
export interface HeadlessRequest {
  readonly id: number
  /** The session's topic. For a sign-in while connecting, the pairing's topic. */
  readonly topic: string
  /** How the page describes itself. Set if the page has no session yet. */
  readonly peer?: PeerMetadata | undefined
  readonly network: CaipNetworkId
  readonly method: string
  readonly params: unknown
  /** When the page stops waiting, in Unix ms. Undefined if the page names no time. */
  readonly expiresAt?: number | undefined
  /**
   * The request with the values that the wallet set, such as the fee. The wallet signs this request. Undefined if no value was
   * missing. Only `approve` gets this field. `fee` is in the native token's smallest unit. `extraCost` describes a further fee
   * that no field of the transaction limits.
   */
  readonly completed?:
    | {
        readonly params: unknown
        readonly fee?: bigint | undefined
        readonly extraCost?: string | undefined
        /** A polkadot payload, decoded with its network's runtime. Undefined if the runtime couldn't be read. */
        readonly decoded?: DecodedPayload | undefined
      }
    | undefined
}

/** What `approve` can ask the wallet's nodes about a request. */
export interface HeadlessNodes {
  /**
   * Asks the wallet's nodes what the request would change. Waits at most 5 seconds for their answers. Resolves with the rows of
   * `simulateRequest`. Call this only when you show the rows, because they become outdated. Never throws.
   */
  simulate(
    options?: CallOptions & {
      /** For eip155: finds a token by its contract. Default: amounts of tokens are in the smallest unit. */
      readonly tokenOf?: TokenOf | undefined
    },
  ): Promise<readonly Row[]>
}

export interface HeadlessSession {
  readonly topic: string
  readonly peer: PeerMetadata
  readonly namespaces: Namespaces
  /** When the session expires, in Unix ms. */
  readonly expiresAt: number
}

export interface HeadlessEvents {
  proposal: HeadlessProposal
  session: HeadlessSession
  request: HeadlessRequest
  answer: { readonly request: HeadlessRequest; readonly result?: unknown; readonly error?: WireError }
  /** A session has ended: the page or the wallet ended it, or it expired. */
  ended: { readonly topic: string }
}

/**
 * Receives requests before the wallet does. `topic` is the topic of the session or, for a sign-in
 * while connecting, of the pairing.
 */
export type HeadlessIntercept = (
  request: WalletRequest & { readonly topic?: string },
  honest: () => Promise<unknown>,
) => Promise<unknown>

export interface HeadlessWalletOptions {
  readonly relayUrl: string
  /** The project id for the relay. Default: a placeholder that a local relay accepts. */
  readonly projectId?: string | undefined
  readonly name?: string | undefined
  /** The networks that the wallet supports, with the RPC URLs of the wallet's nodes. */
  readonly networks: readonly ChainNetwork[]
  /** The accounts, each with one secret per family, such as the accounts of a devnet. The first account is selected. */
  readonly accounts: readonly Readonly<Partial<Record<ChainNamespace, { readonly secret: string }>>>[]
  /**
   * Whether to sign in while connecting if the page requests this. The wallet signs once per network, and calls `approve` each
   * time. Default: true.
   */
  readonly oneClick?: boolean | undefined
  /**
   * Called before a session is approved. If the function throws, its error is the answer to the page. Its return value limits
   * the approval.
   */
  readonly onProposal?:
    | ((proposal: HeadlessProposal) => Promise<ApprovalLimits | undefined> | Promise<void>)
    | undefined
  /**
   * Called before the wallet signs or changes anything, except for a batch of a granted session (ERC-7715). If the function
   * throws, its error is the answer to the page. Default: approves all.
   */
  readonly approve?: ((request: HeadlessRequest, nodes: HeadlessNodes) => Promise<void>) | undefined
  /** Whether to approve and sign on mainnets, where tokens have real value. Default: false. */
  readonly allowMainnet?: boolean | undefined
  /**
   * The partial sighash types that the wallet accepts in a PSBT, such as 0x83 (`SINGLE`, `ANYONECANPAY`). Others can then change
   * the rest of the transaction. Default: none.
   */
  readonly allowSighash?: readonly number[] | undefined
  /**
   * The dangers that the wallet accepts. The wallet refuses a request with any other danger, without calling `approve`. If
   * `approve` asks a user for a second confirmation, such as a typed word, you can accept all `dangers`. Default: none.
   */
  readonly allowDanger?: readonly Danger[] | undefined
  /** The session properties (CAIP-25) to send with an approval. */
  readonly sessionProperties?: Record<string, string> | undefined
  /** The storage of the sessions. Default: in memory. */
  readonly storage?: KeyValueStore | undefined
  /**
   * Receives requests before the wallet does, with the topic of their session. Also receives `session_proposal`, for which it
   * returns the approval, and `session_authenticate`, for which it returns the list of CACAOs. The wallet uses the returned
   * approval unchanged. Default: the wallet answers.
   */
  readonly intercept?: HeadlessIntercept | undefined
  readonly fetch?: Fetch | undefined
  readonly clock?: Clock | undefined
  readonly log?: Partial<Logger> | undefined
}

/** A wallet with real keys but no user interface. Pages connect it over WalletConnect. */
export interface HeadlessWallet {
  /**
   * Answers a pairing URI. Resolves with the session when the connection is made.
   * @throws `validation/invalid-input` for an invalid URI; `connection/pairing-expired`; `connection/relay-unreachable`;
   * `wallet/user-rejected` if this wallet refuses; `validation/unsupported-chain` if it supports nothing in the proposal;
   * `flow/aborted`; `config/disposed` if this wallet is stopped.
   */
  pair(uri: string, opts?: CallOptions): Promise<HeadlessSession>
  /** All session requests that sign-client delivered to this wallet, oldest first. A repeated request is listed each time. */
  readonly requests: readonly HeadlessRequest[]
  /**
   * Returns how many times a request with this id arrived in the session `topic`. Two sessions can use the same id. So without a
   * topic, returns the highest number of any session.
   */
  arrivals(id: number, topic?: string): number
  readonly sessions: readonly HeadlessSession[]
  on<E extends keyof HeadlessEvents>(event: E, listener: (payload: HeadlessEvents[E]) => void): Unsubscribe
  /** Changes the approval of a session: to these networks, or to exactly these namespaces. */
  update(
    topic: string,
    change: { readonly networks: readonly CaipNetworkId[] } | { readonly namespaces: Namespaces },
  ): Promise<void>
  extend(topic: string): Promise<void>
  /** Emits an event, such as `accountsChanged` with CAIP-10 accounts, or `chainChanged`. */
  emit(
    topic: string,
    event: { readonly name: string; readonly data: unknown },
    network: CaipNetworkId,
  ): Promise<void>
  ping(topic: string): Promise<void>
  disconnect(topic: string): Promise<void>
  /** Closes the connection to the relay. Sessions stay open. A second `stop` does nothing. */
  stop(): Promise<void>
}
