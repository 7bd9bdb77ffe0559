import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { CallOptions, Clock, Fetch, KeyValueStore, Logger, Unsubscribe } from '../../ports.ts'
import type { PolkadotReading } from '../decode/polkadot-call.ts'
import type { WalletRequest } from '../wallet-request.ts'
import type { ApprovalLimits, ProposedNamespaces } from './session-approval.ts'
import type { Namespaces, PeerMetadata, WireError } from './sign-client.ts'

/** What a page proposes when it pairs. */
export interface HeadlessProposal extends ProposedNamespaces {
  readonly id: number
  readonly peer: PeerMetadata
}

/** A request as it arrived. A repeated request has the same id and topic; the id alone may be that of another session too. */
export interface HeadlessRequest {
  readonly id: number
  /** Of the session; of the pairing for what is signed as a page connects. */
  readonly topic: string
  /** The page, where it has no session yet. */
  readonly peer?: PeerMetadata | undefined
  readonly network: CaipNetworkId
  readonly method: string
  readonly params: unknown
  /** Unix time in ms after which the page has given up, where it names one. */
  readonly expiresAt?: number | undefined
  /**
   * What the wallet adds to it before anybody is asked, above all the fee: this is what is signed. Absent: nothing. It is there
   * for `approve` only. `fee` is in the smallest unit of the native coin; `beside` says what comes on top that nothing bounds.
   */
  readonly completed?:
    | {
        readonly params: unknown
        readonly fee?: bigint | undefined
        readonly beside?: string | undefined
        /** A polkadot payload, read with the runtime of its chain. Absent where that cannot be had. */
        readonly reading?: PolkadotReading | undefined
      }
    | undefined
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
  /** A session has ended, by either side. */
  ended: { readonly topic: string }
}

/** Gets requests before the wallet. `topic` is that of the session, once there is one. */
export type HeadlessIntercept = (
  request: WalletRequest & { readonly topic?: string },
  honest: () => Promise<unknown>,
) => Promise<unknown>

export interface HeadlessWalletOptions {
  readonly relayUrl: string
  /** Default: a made-up one, which a local relay accepts. */
  readonly projectId?: string | undefined
  readonly name?: string | undefined
  /** The networks that the wallet knows, with the endpoints of its own nodes. */
  readonly networks: readonly ChainNetwork[]
  /** Accounts with one secret for each family, such as those of a devnet. The first account is the selected one. */
  readonly accounts: readonly Readonly<Partial<Record<ChainNamespace, { readonly secret: string }>>>[]
  /**
   * Whether it signs in as it connects, where a page asks for that. It signs for each chain, and `approve` is called for each.
   * Default: true.
   */
  readonly oneClick?: boolean | undefined
  /** Called before a session is approved. What it throws is the page's answer; what it returns limits the approval. */
  readonly onProposal?:
    | ((proposal: HeadlessProposal) => Promise<ApprovalLimits | undefined> | Promise<void>)
    | undefined
  /** Called before anything is signed or changed. What it throws is the page's answer. Default: approves. */
  readonly approve?: ((request: HeadlessRequest) => Promise<void>) | undefined
  /** Whether it also approves and signs on networks whose coins have value. Default false. */
  readonly allowMainnet?: boolean | undefined
  /**
   * The sighash types of PSBTs that it signs though others may then change the transaction, such as 0x83 (`SINGLE`,
   * `ANYONECANPAY`). Default: none.
   */
  readonly allowSighash?: readonly number[] | undefined
  /** The session properties of the approval. CAIP-25. */
  readonly sessionProperties?: Record<string, string> | undefined
  /** Where sessions are kept. Default: in memory. */
  readonly storage?: KeyValueStore | undefined
  /**
   * Gets the requests before the wallet; each names its session. It also gets `session_proposal`, whose answer is used as the
   * approval without a change, and `session_authenticate`, whose answer are the capsules. Default: the wallet answers.
   */
  readonly intercept?: HeadlessIntercept | undefined
  readonly fetch?: Fetch | undefined
  readonly clock?: Clock | undefined
  readonly log?: Partial<Logger> | undefined
}

/** A wallet with real keys and without a screen, which is reached by WalletConnect. */
export interface HeadlessWallet {
  /**
   * Answers a pairing uri; resolves with the session when it is settled.
   * @throws `validation/invalid-input` for a malformed uri, `connection/pairing-expired`, `connection/relay-unreachable`,
   * `wallet/user-rejected` when this wallet refuses, `validation/unsupported-chain` when it can serve nothing of the proposal,
   * `flow/aborted`.
   */
  pair(uri: string, opts?: CallOptions): Promise<HeadlessSession>
  /**
   * All requests that arrived over sessions and that the library did not refuse, the oldest first. A repeated request is listed
   * again.
   */
  readonly requests: readonly HeadlessRequest[]
  /**
   * How often a request with this id has arrived over the session `topic`; without a topic, over the session where it came most
   * often. Each page chooses its ids itself, so two sessions may have requests of one id.
   */
  arrivals(id: number, topic?: string): number
  readonly sessions: readonly HeadlessSession[]
  on<E extends keyof HeadlessEvents>(event: E, listener: (payload: HeadlessEvents[E]) => void): Unsubscribe
  /** Changes what a session approves: to these networks, or to exactly these namespaces. */
  update(
    topic: string,
    change: { readonly networks: readonly CaipNetworkId[] } | { readonly namespaces: Namespaces },
  ): Promise<void>
  extend(topic: string): Promise<void>
  /** Sends an event, such as `accountsChanged` with CAIP-10 accounts, or `chainChanged`. */
  emit(
    topic: string,
    event: { readonly name: string; readonly data: unknown },
    network: CaipNetworkId,
  ): Promise<void>
  ping(topic: string): Promise<void>
  disconnect(topic: string): Promise<void>
  /** Ends the connection to the relay; sessions stay open. Calling it again does nothing. */
  stop(): Promise<void>
}
