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

/** A request as it arrived. A repeated request has the same id and topic; another session's request can have the same id. */
export interface HeadlessRequest {
  readonly id: number
  /** The session's topic, or the pairing's for a sign-in during the connection. */
  readonly topic: string
  /** The page's description of itself, if the page doesn't have a session yet. */
  readonly peer?: PeerMetadata | undefined
  readonly network: CaipNetworkId
  readonly method: string
  readonly params: unknown
  /** Unix time in ms after which the page no longer waits. Undefined if the page names no time. */
  readonly expiresAt?: number | undefined
  /**
   * The request after the wallet filled in missing values, such as the fee. The wallet signs this form. Absent if nothing was filled in. Only
   * `approve` receives this field. `fee` is in the native token's smallest unit; `extraCost` describes an unbounded cost on top of it.
   */
  readonly completed?:
    | {
        readonly params: unknown
        readonly fee?: bigint | undefined
        readonly extraCost?: string | undefined
        /** A polkadot payload decoded with its network's runtime. Absent if the runtime couldn't be read. */
        readonly decoded?: DecodedPayload | undefined
      }
    | undefined
}

/** The questions about a request that `approve` can ask the wallet's nodes. */
export interface HeadlessNodes {
  /**
   * Asks the wallet's nodes what the request would change, for at most 5 seconds: the rows of `simulateRequest`. Ask only when you show the rows,
   * because they become outdated. Never throws.
   */
  simulate(
    options?: CallOptions & {
      /** eip155: finds a token by its contract. Default: amounts of tokens are in the smallest unit. */
      readonly tokenOf?: TokenOf | undefined
    },
  ): Promise<readonly Row[]>
}

export interface HeadlessSession {
  readonly topic: string
  readonly peer: PeerMetadata
  readonly namespaces: Namespaces
  /** Unix time in ms. */
  readonly expiresAt: number
}

export interface HeadlessEvents {
  proposal: HeadlessProposal
  session: HeadlessSession
  request: HeadlessRequest
  answer: { readonly request: HeadlessRequest; readonly result?: unknown; readonly error?: WireError }
  /** A session ended, from either side. */
  ended: { readonly topic: string }
}

/** Receives requests before the wallet. `topic` is the topic of the session, if there is a session already. */
export type HeadlessIntercept = (
  request: WalletRequest & { readonly topic?: string },
  honest: () => Promise<unknown>,
) => Promise<unknown>

export interface HeadlessWalletOptions {
  readonly relayUrl: string
  /** Default: a placeholder that a local relay accepts. */
  readonly projectId?: string | undefined
  readonly name?: string | undefined
  /** The networks the wallet supports, with the RPC URLs of its own nodes. */
  readonly networks: readonly ChainNetwork[]
  /** Accounts with one secret per family, such as the accounts of a devnet. The first account is selected. */
  readonly accounts: readonly Readonly<Partial<Record<ChainNamespace, { readonly secret: string }>>>[]
  /**
   * Whether to sign in while connecting when the page requests it. The wallet signs once per network, and calls `approve`
   * each time. Default: true.
   */
  readonly oneClick?: boolean | undefined
  /**
   * Called before a session is approved. If the function throws, the error is the answer to the page. The function's return value limits the
   * approval.
   */
  readonly onProposal?:
    | ((proposal: HeadlessProposal) => Promise<ApprovalLimits | undefined> | Promise<void>)
    | undefined
  /** Called before the wallet signs or changes anything. If the function throws, the error is the answer to the page. Default: approves. */
  readonly approve?: ((request: HeadlessRequest, nodes: HeadlessNodes) => Promise<void>) | undefined
  /** Whether to approve and sign on mainnets, where tokens have real value. Default: false. */
  readonly allowMainnet?: boolean | undefined
  /**
   * The sighash types of PSBTs that the wallet signs even though others can then change the transaction, such as 0x83
   * (`SINGLE`, `ANYONECANPAY`). Default: none.
   */
  readonly allowSighash?: readonly number[] | undefined
  /**
   * The dangers that the wallet accepts. It refuses every request with another danger, before it calls `approve`. A host that asks a user for a
   * second confirmation, such as a typed word, can accept all of them (`dangers`). Default: none.
   */
  readonly allowDanger?: readonly Danger[] | undefined
  /** The session properties of the approval (CAIP-25). */
  readonly sessionProperties?: Record<string, string> | undefined
  /** Stores the sessions. Default: in memory. */
  readonly storage?: KeyValueStore | undefined
  /**
   * Receives requests before the wallet, with their session's topic. Also receives `session_proposal` and `session_authenticate`. For
   * `session_proposal`, it returns the approval, which is used unchanged. For `session_authenticate`, it returns the list of CACAOs. Default: the
   * wallet answers.
   */
  readonly intercept?: HeadlessIntercept | undefined
  readonly fetch?: Fetch | undefined
  readonly clock?: Clock | undefined
  readonly log?: Partial<Logger> | undefined
}

/** A wallet with real keys and no user interface, connected over WalletConnect. */
export interface HeadlessWallet {
  /**
   * Answers a pairing URI. Resolves with the session when it is settled.
   * @throws `validation/invalid-input` for a malformed URI, `connection/pairing-expired`, `connection/relay-unreachable`,
   * `wallet/user-rejected` when this wallet refuses, `validation/unsupported-chain` when it supports nothing in the
   * proposal, `flow/aborted`.
   */
  pair(uri: string, opts?: CallOptions): Promise<HeadlessSession>
  /** All requests that arrived over sessions and that the library accepted, oldest first. A repeated request is listed again. */
  readonly requests: readonly HeadlessRequest[]
  /**
   * The number of times a request with this id arrived over the session `topic`. Without a topic, the highest count of any session: each page chooses
   * its own ids, so two sessions can use the same id.
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
  /** Closes the connection to the relay. Sessions stay open. Further calls do nothing. */
  stop(): Promise<void>
}
