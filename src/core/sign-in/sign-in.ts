import type { CallOptions, Platform } from '../../ports.ts'
import type { CaipNetworkId } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { MessageSignature } from '../wallet/transaction.ts'
import type { SignInFields } from './sign-in-fields.ts'

/** The fields of a sign-in message. `toString()` returns the text that the wallet signs. */
export interface SignInMessage extends SignInFields {
  toString(): string
}

/** A CACAO (CAIP-74), as returned by WalletConnect's one-click sign-in. */
export interface Cacao {
  readonly h: { readonly t: string }
  readonly p: {
    readonly domain: string
    readonly aud: string
    readonly nonce: string
    /** `did:pkh:` followed by a CAIP-10 account. */
    readonly iss: string
    readonly version?: string | undefined
    readonly iat?: string | undefined
    readonly nbf?: string | undefined
    readonly exp?: string | undefined
    readonly statement?: string | undefined
    readonly requestId?: string | undefined
    readonly resources?: readonly string[] | undefined
    readonly type?: string | undefined
  }
  readonly s: { readonly t: string; readonly s: string; readonly m?: string | undefined }
}

/** A signed sign-in message (S1.3). */
export interface SignInSession {
  readonly data: SignInFields
  /** The exact text that was signed. */
  readonly message: string
  readonly signature: string
  /** The signature scheme. Only for families with several schemes. */
  readonly scheme?: MessageSignature['scheme'] | undefined
  /** The public key in hex. Only for cosmos, where the key can't be derived from the address. */
  readonly publicKey?: string | undefined
  readonly cacao?: Cacao | undefined
}

export interface SignInRequest {
  /** The address without its CAIP prefix. Empty if the wallet chooses the account (one-click sign-in). */
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  /** RFC 3339. */
  readonly notBefore?: string | undefined
}

/** Creates the message that a wallet signs while it connects: one-click sign-in (S3.6.4). */
export interface SignInOffer {
  /** Creates a message with its own nonce. The wallet chooses the account later. */
  createMessage(opts?: CallOptions): Promise<SignInMessage>
}

/**
 * Stores sign-in sessions and creates the messages to sign. Set your store as the option `siwx` (S3.6.1). If a method throws, a
 * visitor who isn't signed in stays signed out. If `getSessions` throws later, a signed-in visitor stays signed in.
 */
export interface SignInSessions {
  /** Creates the message for an account, with a new nonce. */
  createMessage(request: SignInRequest, opts?: CallOptions): Promise<SignInMessage>
  /** Verifies a session and adds it to the stored sessions. */
  addSession(session: SignInSession, opts?: CallOptions): Promise<void>
  /**
   * Ends the account's session on this network only. Also called when the account's wallet disconnects while another family stays
   * connected.
   */
  revokeSession(chainId: CaipNetworkId, address: string, opts?: CallOptions): Promise<void>
  /** Verifies these sessions and replaces all stored sessions with them. An empty list signs the visitor out. */
  setSessions(sessions: readonly SignInSession[], opts?: CallOptions): Promise<void>
  /** Returns the account's valid sessions on the network. */
  getSessions(chainId: CaipNetworkId, address: string, opts?: CallOptions): Promise<readonly SignInSession[]>
  /** Whether to disconnect a visitor who declines to sign in. Default: true. */
  getRequired?(): boolean
  /** How long a message may wait for a signature before a new message replaces it, in ms. Default: 120,000. */
  readonly messageLifetime?: number | undefined
  /** How often Latchkey calls `getSessions` again while the page is visible, in ms. Default: 300,000. */
  readonly sessionInterval?: number | undefined
}

/** A session store that can end all sessions of a family. */
export interface FamilySessions extends SignInSessions {
  /** Ends the sessions of a family that has disconnected while another family stays connected. */
  endFamily(namespace: ChainNamespace): Promise<void>
}

/** The data that a session store gets from its client. */
export interface SignInContext extends Platform {
  /** The client's name. Each client has its own sessions. */
  readonly name: string
  readonly projectId?: string | undefined
  readonly sdkType?: string | undefined
  readonly sdkVersion?: string | undefined
  /** Returns the active account's wallet. `type` is the type of the wallet's connector. */
  readonly wallet?: (() => SignInWallet | undefined) | undefined
}

export interface SignInWallet {
  readonly name: string
  readonly icon?: string | undefined
  readonly type: string
  /** The provider of the visitor's login to the embedded wallet. Set only for a social login. */
  readonly social?: string | undefined
  /** The visitor's email address or name at this provider. */
  readonly identifier?: string | undefined
}

/** The value of the option `siwx`: your own session store, or a factory such as `localSessions()`. */
export type SignInOption = SignInSessions | ((context: SignInContext) => SignInSessions)
