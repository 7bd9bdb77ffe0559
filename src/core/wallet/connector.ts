import type {
  CallOptions,
  Clock,
  JsonRpcPort,
  KeyValueStore,
  Logger,
  Page,
  RpcRequest,
  Unsubscribe,
} from '../../ports.ts'
import type { CaipNetworkId } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { ChainNetwork } from '../chain/network.ts'
import type { LatchkeyError } from '../errors/latchkey-error.ts'
import type { SignInOffer, SignInSession } from '../sign-in/sign-in.ts'
import type { AccountRecord } from './connection.ts'
import type { EmbeddedEvents, EmbeddedLogin } from './embedded-login.ts'
import type { AccountType } from './family.ts'
import type { WalletLinks } from './links/link-schemes.ts'

/** The types of connectors (S1.3). */
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

/** The four kinds of wallet interfaces. Adapters depend on a kind, never on a brand. */
export type WalletChannel =
  | {
      readonly kind: 'rpc'
      /** Sends a request to the wallet exactly once: never retried or deduplicated. Rejects with a `LatchkeyError`. */
      request(call: RpcRequest, on: CaipNetworkId, opts?: CallOptions): Promise<unknown>
    }
  | { readonly kind: 'wallet-standard'; readonly wallet: unknown }
  | { readonly kind: 'injected-web3'; readonly extension: unknown }
  | { readonly kind: 'native'; readonly dialect: string; readonly provider: unknown }

/** The families, the networks and the sign-in to request from a wallet. */
export interface ConnectorOffer {
  readonly namespaces: readonly ChainNamespace[]
  readonly networks: readonly CaipNetworkId[]
  /** Returns the families that are connected through this connector already. Absent if this isn't known. */
  readonly connected?: (() => readonly ChainNamespace[]) | undefined
  /** A sign-in message to sign while connecting. Ignored if the connector or the wallet doesn't support it. */
  readonly signIn?: SignInOffer | undefined
}

export interface RestoreOptions extends CallOptions {
  /** For wallets that can't be asked without a prompt: the stored accounts, and the networks that they were connected on. */
  readonly known?:
    | { readonly accounts: readonly AccountRecord[]; readonly networks: readonly CaipNetworkId[] }
    | undefined
}

/** A wallet's authorization. It may cover several families. */
export interface ConnectorSession {
  readonly accounts: readonly AccountRecord[]
  /** The networks that the session can use now, the wallet's current one first. */
  readonly networks: readonly CaipNetworkId[]
  /** The methods that the wallet approved, by family; an absent family has none. */
  readonly methods: Readonly<Partial<Record<ChainNamespace, ReadonlySet<string> | 'any'>>>
  /** The account type that the visitor chose in the wallet, by family. */
  readonly preferred?: Readonly<Partial<Record<ChainNamespace, AccountType>>> | undefined
  /** Sign-in messages that the wallet signed while connecting. */
  readonly signIns?: readonly SignInSession[] | undefined
  /**
   * Notifies the wallet that the page requested a forbidden method, and returns the error for the page; undefined for any other
   * method. Without this function, a forbidden method counts as unsupported.
   */
  refused?(method: string): LatchkeyError | undefined
  /** @throws `connection/namespace-not-configured` if the session doesn't cover the family. */
  channel(namespace: ChainNamespace): WalletChannel
}

/**
 * Why a session ended: in the wallet, by the app, or at its expiry. `locked` means that the wallet no longer shows an account. Perhaps the wallet is
 * just locked, so the stored connection is kept.
 */
export type CloseReason = 'wallet' | 'host' | 'expired' | 'locked'

export interface ConnectorEvents {
  accountsChanged: { readonly namespace: ChainNamespace; readonly accounts: readonly AccountRecord[] }
  networkChanged: { readonly namespace: ChainNamespace; readonly network: CaipNetworkId }
  /** The wallet changed what the session covers. The session object is live and shows the new state. */
  sessionChanged: Record<never, never>
  displayUri: { readonly uri: string; readonly expiresAt: number }
  /** The relay accepted a request of the page: the wallet's app can be opened. Has no payload if no request is waiting anymore. */
  requestSent: { readonly id: number; readonly topic: string } | undefined
  closed: { readonly reason: CloseReason }
}

export interface Observable<Events> {
  on<E extends keyof Events & string>(event: E, listener: (payload: Events[E]) => void): Unsubscribe
}

/** A way to connect a wallet. Everything specific to a brand belongs here, not in adapters. */
export interface Connector extends Observable<ConnectorEvents> {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains: readonly ChainNamespace[]
  readonly imageUrl?: string | undefined
  readonly imageId?: string | undefined
  readonly explorerId?: string | undefined
  readonly rdns?: string | undefined
  /**
   * Whether the wallet claims to be a well-known wallet, one that the visitor used before, or one that the host lists. On a page with too many
   * wallets, such wallets are listed first.
   */
  readonly familiar?: boolean | undefined
  /** The connected wallet, as it describes itself, if the wallet is unknown before connecting. */
  readonly wallet?:
    | {
        readonly name: string
        readonly imageUrl?: string | undefined
        /** The links that bring the wallet's app to the front, not yet checked. */
        readonly redirect?:
          | { readonly native?: string | undefined; readonly universal?: string | undefined }
          | undefined
        /** Whether the wallet asks pages not to open its app for requests. */
        readonly staysClosed?: boolean | undefined
      }
    | undefined
  /** The injected object behind the connector. Two connectors with the same object are the same wallet. */
  readonly provider?: object | undefined
  /** The login and the events of an embedded wallet. */
  readonly embedded?:
    | (Observable<EmbeddedEvents> & {
        load(): Promise<EmbeddedLogin>
        /** The frame's origin. */
        readonly origin?: string | undefined
        /** The page where the visitor manages the wallet. */
        readonly dashboardUrl?: string | undefined
      })
    | undefined
  /**
   * Why the connector can't be used with the current options, known without loading anything. Such a connector isn't offered;
   * the developer gets an alert at start, and `open` rejects with this error.
   */
  readonly problem?: LatchkeyError | undefined
  /** Prompts the visitor to connect. A second call joins the first call while the first call is pending. */
  open(offer: ConnectorOffer, opts?: CallOptions): Promise<ConnectorSession>
  /** Restores the session without a prompt. Null if the wallet doesn't authorize the app now, for example because the wallet is locked. */
  restore(opts?: RestoreOptions): Promise<ConnectorSession | null>
  /** Whether the wallet says that it revoked the app's permission. Doesn't prompt. Absent if the wallet can't say. */
  readonly revoked?: ((opts?: CallOptions) => Promise<boolean>) | undefined
  /**
   * Calls the listener when another `restore` may succeed: after the wallet was unlocked, or after it answered an earlier `restore` that had already
   * timed out. Sends nothing to the wallet.
   */
  watch?(listener: () => void): Unsubscribe
  /** False if another `restore` may prompt, because the wallet can't be asked silently. */
  readonly isQuiet?: boolean | undefined
  /** Whether a wallet may still settle a session that an earlier page requested. If so, call `resume`. Known without loading anything. */
  readonly unsettled?: boolean | undefined
  /**
   * Waits for the session that a wallet settles for an earlier page: a phone may end a page while the wallet is in front. Null
   * when there is nothing left to wait for, or when `open` took the session.
   */
  resume?(opts?: CallOptions): Promise<ConnectorSession | null>
  /** Call this when a wallet was connected or disconnected. The connector then drops the requests of an earlier page. */
  outdate?(): void
  /** Ends the session in this page and, if possible, in the wallet. Settles within 3,000 ms, even if the wallet doesn't answer. */
  close(opts?: CallOptions): Promise<void>
  /**
   * Ends the session in this page alone, because another tab ended it in the wallet. Sends nothing to the wallet. Absent if this
   * page learns from the wallet itself that the session has ended.
   */
  release?(): void
  /** Releases listeners and timers; don't use the connector afterwards. */
  dispose(): void
  /** Preloads the code that `open` needs, so that `open` is fast. Sends nothing to the wallet. */
  prepare?(): Promise<void>
}

/**
 * The app's options that connectors need, to introduce the app to wallets and to reach the app's endpoints. `Options` implements
 * this interface.
 */
export interface ConnectorApp {
  /** The client's name: keeps the connector's stored data apart from other clients'. */
  readonly name: string
  /** Needed by WalletConnect's public relay. */
  readonly projectId?: string | undefined
  /** The SDK type. Only the embedded wallet's frame receives it, so `walletConnect()` ignores this option. */
  readonly sdkType?: string | undefined
  /** The SDK version. Only the embedded wallet's frame receives it, so `walletConnect()` ignores this option. */
  readonly sdkVersion?: string | undefined
  /** The app's data that wallets show. */
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
  /** The account type for visitors who haven't chosen one. */
  readonly defaultAccountTypes?: { readonly eip155: AccountType<'eip155'> } | undefined
  /** The option `customWallets`. Latchkey trusts the links of these wallets. */
  readonly customWallets?: readonly WalletLinks[] | undefined
  /** A WalletConnect provider that the app created. Latchkey uses this provider instead of its own, and never closes it. */
  readonly universalProvider?: object | undefined
  /** The methods, networks and events to request from wallets, by family, instead of the values derived from the networks. */
  readonly universalProviderConfigOverride?:
    | {
        readonly methods?: Readonly<Record<string, readonly string[]>> | undefined
        readonly chains?: Readonly<Record<string, readonly string[]>> | undefined
        readonly events?: Readonly<Record<string, readonly string[]>> | undefined
      }
    | undefined
}

/** A connector's environment, injected so that tests and servers can replace it. */
export interface ConnectorContext {
  readonly page: Page
  readonly clock: Clock
  readonly log: Logger
  /** The networks of the options, of all families. */
  readonly networks: readonly ChainNetwork[]
  /** Sends calls to the JSON-RPC endpoints of a network, for wallets that only sign. */
  readonly rpc?: ((network: CaipNetworkId) => JsonRpcPort) | undefined
  /** Without it, the connector keeps its data in memory only. */
  readonly storage?: KeyValueStore | undefined
  readonly app?: ConnectorApp | undefined
}
/** An entry of the option `connectors`. */
export type ConnectorFactory = (context: ConnectorContext) => Connector
/** An entry of the option `connectors`. Returns undefined in browsers that can't reach the wallet, which is then not listed. */
export type OptionalConnectorFactory = (context: ConnectorContext) => Connector | undefined
/** Discovers wallets that announce themselves and reports each once. Call the returned function to stop listening and polling. */
export type ConnectorDiscovery = (
  context: ConnectorContext,
  found: (connector: Connector) => void,
) => Unsubscribe
