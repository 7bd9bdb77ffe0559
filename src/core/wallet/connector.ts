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

/**
 * The four kinds of wallet interfaces. Adapters know these kinds, but no wallet brands. `dialect` names the API of a native
 * `provider`: `bitcoin` (`BitcoinWallet`) or `keplr` (`KeplrProvider`).
 */
export type WalletChannel =
  | {
      readonly kind: 'rpc'
      /** Sends a request to the wallet exactly once, without retries. Rejects with a `LatchkeyError`. */
      request(call: RpcRequest, on: CaipNetworkId, opts?: CallOptions): Promise<unknown>
      /** Returns whether the wallet approved this address as an account of its own. If absent, this isn't known. */
      approves?(address: string): boolean
    }
  | { readonly kind: 'wallet-standard'; readonly wallet: unknown }
  | { readonly kind: 'injected-web3'; readonly extension: unknown }
  | { readonly kind: 'native'; readonly dialect: string; readonly provider: unknown }

/** The families and networks to request from a wallet, and the sign-in. */
export interface ConnectorOffer {
  readonly namespaces: readonly ChainNamespace[]
  readonly networks: readonly CaipNetworkId[]
  /** Returns the families that are already connected through this connector. Absent if they aren't known. */
  readonly connected?: (() => readonly ChainNamespace[]) | undefined
  /** Creates the message to sign while connecting. Ignored if the connector or the wallet doesn't support sign-in. */
  readonly signIn?: SignInOffer | undefined
}

export interface RestoreOptions extends CallOptions {
  /**
   * The stored accounts, and the networks on which they were connected. Needed for wallets that can't be asked without a prompt. The
   * embedded wallet asks for its accounts on these networks.
   */
  readonly known?:
    | { readonly accounts: readonly AccountRecord[]; readonly networks: readonly CaipNetworkId[] }
    | undefined
}

/** A wallet's authorization. It may cover several families. */
export interface ConnectorSession {
  readonly accounts: readonly AccountRecord[]
  /** The networks that the session can use now, the wallet's current network first. */
  readonly networks: readonly CaipNetworkId[]
  /** The methods that the wallet approved, by family. A family without an entry has no approved methods. */
  readonly methods: Readonly<Partial<Record<ChainNamespace, ReadonlySet<string> | 'any'>>>
  /**
   * Returns the accounts on a network, the selected account first. `known` contains the accounts that the wallet showed before.
   * Absent if `accounts` contains the accounts of all networks. Only the eip155 adapter calls it.
   */
  accountsOn?(
    network: CaipNetworkId,
    known: readonly AccountRecord[],
    opts?: CallOptions,
  ): Promise<readonly AccountRecord[]>
  /** The account type that the visitor chose in the wallet, by family. */
  readonly preferred?: Readonly<Partial<Record<ChainNamespace, AccountType>>> | undefined
  /** Sign-in messages that the wallet signed while connecting. */
  readonly signIns?: readonly SignInSession[] | undefined
  /**
   * If the page requested a forbidden method, informs the wallet and returns the error for the page. For any other method,
   * returns undefined. If this function is absent, a forbidden method counts as unsupported.
   */
  refused?(method: string): LatchkeyError | undefined
  /** @throws `connection/namespace-not-configured` if the session doesn't cover the family. */
  channel(namespace: ChainNamespace): WalletChannel
}

/**
 * Why a session ended: the wallet ended it, the app (`host`) ended it, or it expired. `locked` means that the wallet no longer
 * shows an account. Perhaps the wallet is only locked, so the stored connection is kept.
 */
export type CloseReason = 'wallet' | 'host' | 'expired' | 'locked'

export interface ConnectorEvents {
  accountsChanged: { readonly namespace: ChainNamespace; readonly accounts: readonly AccountRecord[] }
  networkChanged: { readonly namespace: ChainNamespace; readonly network: CaipNetworkId }
  /** Emitted when the wallet changed the accounts, networks or methods of the session. The session object shows the new state. */
  sessionChanged: Record<never, never>
  displayUri: { readonly uri: string; readonly expiresAt: number }
  /**
   * Emitted when the relay has accepted a request of the page, so that the wallet's app can be opened. Emitted again when the
   * newest request ends: with the newest request that still waits, or without a payload if none waits.
   */
  requestSent: { readonly id: number; readonly topic: string } | undefined
  closed: { readonly reason: CloseReason }
}

export interface Observable<Events> {
  on<E extends keyof Events & string>(event: E, listener: (payload: Events[E]) => void): Unsubscribe
}

/** A way to connect a wallet. Code for a wallet brand belongs here, not in adapters. */
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
   * Whether the wallet claims to be a well-known wallet, a wallet that the visitor used before, or a wallet that the host lists.
   * If the page has too many wallets to list, these wallets come first.
   */
  readonly familiar?: boolean | undefined
  /** The connected wallet's description of itself, if the wallet isn't known before connecting. */
  readonly wallet?:
    | {
        readonly name: string
        readonly imageUrl?: string | undefined
        /** The links that open the wallet's app. They aren't validated. */
        readonly redirect?:
          | { readonly native?: string | undefined; readonly universal?: string | undefined }
          | undefined
        /** Whether the wallet asks pages not to open its app for each request. */
        readonly staysClosed?: boolean | undefined
      }
    | undefined
  /** The injected object of the wallet. Two connectors with the same object belong to the same wallet. */
  readonly provider?: object | undefined
  /** Only for an embedded wallet: its login and its events. */
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
   * Why the connector can't be used with the current options. Available before any code is loaded. If this error is set, the
   * modal doesn't list the connector, the developer gets an alert when the client starts, and `open` rejects with the error.
   */
  readonly problem?: LatchkeyError | undefined
  /** Prompts the visitor to connect. While a call is pending, another call gets the same result. */
  open(offer: ConnectorOffer, opts?: CallOptions): Promise<ConnectorSession>
  /**
   * Restores the session without a prompt. Resolves with null if the wallet doesn't authorize the app now, for example because
   * the wallet is locked.
   */
  restore(opts?: RestoreOptions): Promise<ConnectorSession | null>
  /**
   * Resolves with true if the wallet reports that it revoked the app's permission. Doesn't prompt. Absent if the wallet can't
   * report a revocation.
   */
  readonly revoked?: ((opts?: CallOptions) => Promise<boolean>) | undefined
  /**
   * Calls the listener when another `restore` may succeed: after the wallet was unlocked, or after it answered an earlier
   * `restore` that had already timed out. Sends nothing to the wallet.
   */
  watch?(listener: () => void): Unsubscribe
  /** False if another `restore` could prompt the visitor, because the wallet can't be asked without a prompt. */
  readonly isQuiet?: boolean | undefined
  /**
   * Whether a wallet may still answer the connection request of an earlier page. If so, call `resume`. Available before any code
   * is loaded.
   */
  readonly unsettled?: boolean | undefined
  /**
   * Waits for a wallet's answer to the connection request of an earlier page. Phones may close the page while the visitor is in
   * the wallet's app. Resolves with null when no request waits anymore, or when a call of `open` has taken the session.
   */
  resume?(opts?: CallOptions): Promise<ConnectorSession | null>
  /** Drops the connection requests of an earlier page. Call this when a wallet was connected or disconnected. */
  outdate?(): void
  /**
   * Ends the session in this page and, if possible, in the wallet. Settles within 3,000 ms, even if the wallet doesn't answer.
   */
  close(opts?: CallOptions): Promise<void>
  /**
   * Ends the session in this page only, because another tab ended it in the wallet. Sends nothing to the wallet. Absent if the
   * wallet itself reports the end of the session to this page.
   */
  release?(): void
  /** Releases listeners and timers; don't use the connector afterwards. */
  dispose(): void
  /** Loads the code that `open` needs, so that `open` is fast. Sends nothing to the wallet. */
  prepare?(): Promise<void>
}

/**
 * The app's options for connectors. Connectors introduce the app to wallets, and call the app's endpoints. `Options` implements
 * this interface.
 */
export interface ConnectorApp {
  /** The client's name. It separates the connector's stored data from the data of other clients. */
  readonly name: string
  /** WalletConnect's public relay needs this id. */
  readonly projectId?: string | undefined
  /**
   * The SDK type. `walletConnect()` ignores this option. `sdkType` of `createLatchkey` is sent to services and to the embedded
   * wallet's frame.
   */
  readonly sdkType?: string | undefined
  /**
   * The SDK version. `walletConnect()` ignores this option. `sdkVersion` of `createLatchkey` is sent to services and to the
   * embedded wallet's frame.
   */
  readonly sdkVersion?: string | undefined
  /** The data about the app that wallets show. */
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
  /** The account type of visitors who haven't chosen one. */
  readonly defaultAccountTypes?: { readonly eip155: AccountType<'eip155'> } | undefined
  /** The wallets of the option `customWallets`. Latchkey trusts the app schemes in their links. */
  readonly customWallets?: readonly WalletLinks[] | undefined
  /** A WalletConnect provider that the app created. Latchkey uses this provider instead of its own, and never closes it. */
  readonly universalProvider?: object | undefined
  /** The methods, networks and events to request from wallets, by family. Default: derived from the networks. */
  readonly universalProviderConfigOverride?:
    | {
        readonly methods?: Readonly<Record<string, readonly string[]>> | undefined
        readonly chains?: Readonly<Record<string, readonly string[]>> | undefined
        readonly events?: Readonly<Record<string, readonly string[]>> | undefined
      }
    | undefined
}

/** A connector's access to its environment. Tests and servers can replace it. */
export interface ConnectorContext {
  readonly page: Page
  readonly clock: Clock
  readonly log: Logger
  /** The networks of the option `networks`, of all families. */
  readonly networks: readonly ChainNetwork[]
  /** Returns an object that calls the JSON-RPC endpoints of a network. Needed for wallets that only sign. */
  readonly rpc?: ((network: CaipNetworkId) => JsonRpcPort) | undefined
  /** Where the connector stores its data. Without a storage, the connector keeps its data in memory. */
  readonly storage?: KeyValueStore | undefined
  readonly app?: ConnectorApp | undefined
}
/** Creates a connector: an entry of the option `connectors`. */
export type ConnectorFactory = (context: ConnectorContext) => Connector
/**
 * Creates a connector: an entry of the option `connectors`. Returns undefined in browsers that can't reach the wallet, so that
 * the modal doesn't list the wallet.
 */
export type OptionalConnectorFactory = (context: ConnectorContext) => Connector | undefined
/** Finds the wallets that announce themselves, and reports each wallet once. Call the returned function to stop. */
export type ConnectorDiscovery = (
  context: ConnectorContext,
  found: (connector: Connector) => void,
) => Unsubscribe
