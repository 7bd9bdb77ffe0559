import type { CallOptions, Clock, KeyValueStore, Logger, Page, RpcRequest, Unsubscribe } from '../../ports.ts'
import type { CaipNetworkId } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { ChainNetwork } from '../chain/network.ts'
import type { LatchkeyError } from '../errors/latchkey-error.ts'
import type { SignInOffer, SignInSession } from '../sign-in.ts'
import type { AccountRecord } from './connection.ts'
import type { EmbeddedEvents, EmbeddedLogin } from './embedded-login.ts'
import type { AccountType } from './family.ts'
import type { WalletLinks } from './link-schemes.ts'

/** Specification 1, section 3, "Connector". */
export const connectorTypes = [
  'MULTI_CHAIN',
  'ANNOUNCED',
  'INJECTED',
  'EXTERNAL',
  'WALLET_CONNECT',
  'AUTH',
  'ID_AUTH',
] as const
export type ConnectorType = (typeof connectorTypes)[number]

/** The four shapes of interfaces that wallets have. An adapter binds to a shape, never to a brand. */
export type WalletChannel =
  | {
      readonly kind: 'rpc'
      /** Reaches the wallet exactly once: never retried, never deduplicated. Rejects with `LatchkeyError`. */
      request(call: RpcRequest, on: CaipNetworkId, opts?: CallOptions): Promise<unknown>
    }
  | { readonly kind: 'wallet-standard'; readonly wallet: unknown }
  | { readonly kind: 'injected-web3'; readonly extension: unknown }
  | { readonly kind: 'native'; readonly dialect: string; readonly provider: unknown }

/** What we ask a wallet for. */
export interface ConnectorOffer {
  readonly namespaces: readonly ChainNamespace[]
  readonly networks: readonly CaipNetworkId[]
  /** What it may sign as it connects. A connector that cannot ask for that, or a wallet that does not know it, leaves it. */
  readonly signIn?: SignInOffer | undefined
}

/** One authorisation by a wallet. It may cover several families. */
export interface ConnectorSession {
  readonly accounts: readonly AccountRecord[]
  /** Networks on which the session can be used as it stands, the wallet's current one first. */
  readonly networks: readonly CaipNetworkId[]
  /** What the wallet approved, per family; an absent family approved nothing. */
  readonly methods: Readonly<Partial<Record<ChainNamespace, ReadonlySet<string> | 'any'>>>
  /** Which kind of account the visitor has chosen in the wallet, per family; absent where it knows of none. */
  readonly preferred?: Readonly<Partial<Record<ChainNamespace, AccountType>>> | undefined
  /** What the wallet signed as it connected; absent where it did not. */
  readonly signIns?: readonly SignInSession[] | undefined
  /**
   * Tells the wallet that a page asked for a method that no page may call; returns what the page is told. Undefined for any other
   * method. Absent: the page is told that the method is not there.
   */
  refused?(method: string): LatchkeyError | undefined
  /** @throws `connection/namespace-not-configured` for a family that the session does not cover. */
  channel(namespace: ChainNamespace): WalletChannel
}

export type CloseReason = 'wallet' | 'host' | 'expired'

export interface ConnectorEvents {
  accountsChanged: { readonly namespace: ChainNamespace; readonly accounts: readonly AccountRecord[] }
  networkChanged: { readonly namespace: ChainNamespace; readonly network: CaipNetworkId }
  /** The wallet changed what the session covers; the session itself, which is read live, says what is left. */
  sessionChanged: Record<never, never>
  displayUri: { readonly uri: string; readonly expiresAt: number }
  closed: { readonly reason: CloseReason }
}

export interface Observable<Events> {
  on<E extends keyof Events & string>(event: E, listener: (payload: Events[E]) => void): Unsubscribe
}

/** A way to reach a wallet. Its brand lives here and nowhere below. */
export interface Connector extends Observable<ConnectorEvents> {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains: readonly ChainNamespace[]
  readonly imageUrl?: string | undefined
  readonly imageId?: string | undefined
  readonly explorerId?: string | undefined
  readonly rdns?: string | undefined
  /** Who is at the other end, where that is not known before there is a session: what it says of itself. */
  readonly wallet?: { readonly name: string; readonly imageUrl?: string | undefined } | undefined
  /** The object of the page behind it, where there is one: two connectors with the same one are the same wallet. */
  readonly provider?: object | undefined
  /** Of a wallet in a frame: how visitors log in to it, and what it tells the page. */
  readonly embedded?:
    | (Observable<EmbeddedEvents> & {
        load(): Promise<EmbeddedLogin>
        /** Of the frame. */
        readonly origin?: string | undefined
        /** The page where the visitor looks after the wallet. */
        readonly ownPage?: string | undefined
      })
    | undefined
  /**
   * Why it cannot be used as it is configured, known before anything is loaded. Such a connector is told to the developer at
   * start and offered to nobody; `open` rejects with the same error.
   */
  readonly problem?: LatchkeyError | undefined
  /** Asks the visitor. A second call while the first is open joins it. */
  open(offer: ConnectorOffer, opts?: CallOptions): Promise<ConnectorSession>
  /** Null when the wallet no longer authorises us. Never prompts. */
  restore(opts?: CallOptions): Promise<ConnectorSession | null>
  /** Ends the session, also at the wallet where it can. Settles within 3,000 ms, whatever the wallet does. */
  close(opts?: CallOptions): Promise<void>
  /** Releases listeners and timers; the connector is not used again. */
  dispose(): void
  /** Loads what `open` will need, where that is much, so that `open` itself is quick. Reaches nobody. */
  prepare?(): Promise<void>
}

/** What a connector may tell a wallet of the application, and whom it may ask. `Options` is one. */
export interface ConnectorApp {
  /** Of the client: what a connector keeps is kept apart by it. */
  readonly name: string
  /** Asked for by WalletConnect's public relay. */
  readonly projectId?: string | undefined
  /** What the host calls what it made of this library, as the frame of an embedded wallet is told. */
  readonly sdkType?: string | undefined
  /** Its version. */
  readonly sdkVersion?: string | undefined
  /** What the wallet is told of the app. */
  readonly metadata: {
    readonly name?: string | undefined
    readonly description?: string | undefined
    readonly url?: string | undefined
    readonly icons?: readonly string[] | undefined
  }
  readonly endpoints: {
    readonly relay?: string | undefined
    readonly verify?: string | undefined
    readonly frame?: string | undefined
  }
  /** Which kind of account a visitor has who has not chosen one. */
  readonly defaultAccountTypes?: { readonly eip155: AccountType<'eip155'> } | undefined
  /** The wallets that the host lists, whose links it vouches for. */
  readonly customWallets?: readonly WalletLinks[] | undefined
  /** An instance of WalletConnect's provider that the host made: it is used instead of one of our own, and never ended. */
  readonly universalProvider?: object | undefined
  /** What wallets are asked for, by family, instead of what follows from the networks. */
  readonly universalProviderConfigOverride?:
    | {
        readonly methods?: Readonly<Record<string, readonly string[]>> | undefined
        readonly chains?: Readonly<Record<string, readonly string[]>> | undefined
        readonly events?: Readonly<Record<string, readonly string[]>> | undefined
      }
    | undefined
}

/** What a connector may use. It gets its surroundings handed in, so that tests and servers can hand in others. */
export interface ConnectorContext {
  readonly page: Page
  readonly clock: Clock
  readonly log: Logger
  /** The networks that the host requested, of all families. */
  readonly networks: readonly ChainNetwork[]
  /** Absent: what a connector keeps does not outlive it. */
  readonly storage?: KeyValueStore | undefined
  readonly app?: ConnectorApp | undefined
}
/** What a host passes in `options.connectors`. */
export type ConnectorFactory = (context: ConnectorContext) => Connector
/** Watches for wallets that announce themselves; reports each once. Releasing it ends all listening and polling. */
export type ConnectorDiscovery = (
  context: ConnectorContext,
  found: (connector: Connector) => void,
) => Unsubscribe
