import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { CallOptions, Clock, Fetch, KeyValueStore, Logger, Unsubscribe } from '../../ports.ts'
import type { WalletRequest } from '../wallet-request.ts'
import type { ApprovalLimits, ProposedNamespaces } from './session-approval.ts'
import type { Namespaces, PeerMetadata, WireError } from './sign-client.ts'

/** What a page proposes when it pairs. */
export interface HeadlessProposal extends ProposedNamespaces {
  readonly id: number
  readonly peer: PeerMetadata
}

/** A request as it arrived; a page that repeats one repeats its id. */
export interface HeadlessRequest {
  readonly id: number
  readonly topic: string
  readonly network: CaipNetworkId
  readonly method: string
  readonly params: unknown
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
  /** A session is over, whoever ended it. */
  ended: { readonly topic: string }
}

/** What stands between a page and the wallet; `topic` is that of the session, once there is one. */
export type HeadlessIntercept = (
  request: WalletRequest & { readonly topic?: string },
  honest: () => Promise<unknown>,
) => Promise<unknown>

export interface HeadlessWalletOptions {
  readonly relayUrl: string
  /** Default: one that a relay of one's own does not look at. */
  readonly projectId?: string | undefined
  readonly name?: string | undefined
  /** The networks that the wallet knows, with the endpoints of its own nodes. */
  readonly networks: readonly ChainNetwork[]
  /** One secret for each family, such as an account of a devnet. The first account is the selected one. */
  readonly accounts: readonly Readonly<Partial<Record<ChainNamespace, { readonly secret: string }>>>[]
  /** Asked before a session is approved. What it throws is the page's answer; what it returns narrows the approval. */
  readonly onProposal?:
    | ((proposal: HeadlessProposal) => Promise<ApprovalLimits | undefined> | Promise<void>)
    | undefined
  /** Asked before anything is signed or changed; what it throws is the page's answer. Default: approves. */
  readonly approve?: ((request: HeadlessRequest) => Promise<void>) | undefined
  /** Also on networks whose coins have value. Default false: such networks are neither approved nor signed on. */
  readonly allowMainnet?: boolean | undefined
  /** CAIP-25, told with the approval. */
  readonly sessionProperties?: Record<string, string> | undefined
  /** Where sessions are kept. Default: in memory. */
  readonly storage?: KeyValueStore | undefined
  /**
   * Stands between the page and the wallet: gets the requests, which name their session, and `session_proposal`, whose
   * answer is what is approved, word for word. Default: nobody.
   */
  readonly intercept?: HeadlessIntercept | undefined
  readonly fetch?: Fetch | undefined
  readonly clock?: Clock | undefined
  readonly log?: Partial<Logger> | undefined
}

/** A wallet behind a WalletConnect pairing, with real keys and without a screen. */
export interface HeadlessWallet {
  /**
   * Answers a pairing uri; resolves with the session when it is settled.
   * @throws `validation/invalid-input` for a uri that is none, `connection/pairing-expired`, `connection/relay-unreachable`, `wallet/user-rejected` when
   * this wallet said no, `validation/unsupported-chain` when it has nothing of what is proposed, `flow/aborted`.
   */
  pair(uri: string, opts?: CallOptions): Promise<HeadlessSession>
  /** Every request that arrived and was not refused by the library, oldest first; a repeated one stands there again. */
  readonly requests: readonly HeadlessRequest[]
  /** How often a request arrived, by its id. */
  arrivals(id: number): number
  readonly sessions: readonly HeadlessSession[]
  on<E extends keyof HeadlessEvents>(event: E, listener: (payload: HeadlessEvents[E]) => void): Unsubscribe
  /** Changes what a session has: to these networks, or word for word. */
  update(
    topic: string,
    change: { readonly networks: readonly CaipNetworkId[] } | { readonly namespaces: Namespaces },
  ): Promise<void>
  extend(topic: string): Promise<void>
  /** Such as `accountsChanged` with CAIP-10 accounts, or `chainChanged`. */
  emit(
    topic: string,
    event: { readonly name: string; readonly data: unknown },
    network: CaipNetworkId,
  ): Promise<void>
  ping(topic: string): Promise<void>
  disconnect(topic: string): Promise<void>
  /** Ends the connection to the relay; sessions stay as they are. Calling it again is harmless. */
  stop(): Promise<void>
}
