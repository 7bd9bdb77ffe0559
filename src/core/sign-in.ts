import type { CallOptions, Platform } from '../ports.ts'
import type { CaipNetworkId } from './chain/caip.ts'
import type { SignInFields } from './sign-in-fields.ts'
import type { MessageSignature } from './wallet/transaction.ts'

/** The fields, and `toString()`: the text that the wallet signs. */
export interface SignInMessage extends SignInFields {
  toString(): string
}

/** A signed capsule of CAIP-74, as WalletConnect's one-click sign-in hands it over. */
export interface Cacao {
  readonly h: { readonly t: string }
  readonly p: {
    readonly domain: string
    readonly aud: string
    readonly nonce: string
    /** `did:pkh:` before a CAIP-10 account. */
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

/** What an account signed, to sign in. Specification 1, section 3. */
export interface SignInSession {
  readonly data: SignInFields
  /** The text that was signed, to the letter. */
  readonly message: string
  readonly signature: string
  /** Which of the family's ways to sign was used, where it has several. */
  readonly scheme?: MessageSignature['scheme'] | undefined
  /** In hex, where the address alone does not give it: cosmos. */
  readonly publicKey?: string | undefined
  readonly cacao?: Cacao | undefined
}

export interface SignInRequest {
  /** Plain; empty where the wallet will say it (one-click sign-in). */
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  /** RFC 3339. */
  readonly notBefore?: string | undefined
}

/** What a wallet can be asked to sign as it connects: one-click sign-in. Facts 6.4. */
export interface SignInOffer {
  /** A message of an account that the wallet will name, with a nonce of its own. */
  createMessage(opts?: CallOptions): Promise<SignInMessage>
}

/**
 * Where sessions are kept, and what is signed for one: the option `siwx`. Facts 6.1. Everything that is thrown leaves the
 * visitor signed out.
 */
export interface SignInSessions {
  /** The message for an account, with a nonce that was never used. */
  createMessage(request: SignInRequest, opts?: CallOptions): Promise<SignInMessage>
  /** Checks a session and keeps it, beside the others. */
  addSession(session: SignInSession, opts?: CallOptions): Promise<void>
  /** Ends one account's session on one chain, and no other. */
  revokeSession(chainId: CaipNetworkId, address: string, opts?: CallOptions): Promise<void>
  /** Checks these sessions and keeps them in place of all others; none: signs out. */
  setSessions(sessions: readonly SignInSession[], opts?: CallOptions): Promise<void>
  /** Those of the account on the chain that count now. */
  getSessions(chainId: CaipNetworkId, address: string, opts?: CallOptions): Promise<readonly SignInSession[]>
  /** Whether a visitor who will not sign in is disconnected. Default: true. */
  getRequired?(): boolean
  /** How long a message is offered for signing before another one is made, in ms. Default: 120,000. */
  readonly messageLifetime?: number | undefined
  /** How long what `getSessions` has said is believed, in ms; then it is asked again, while the page is seen. Default: 300,000. */
  readonly sessionInterval?: number | undefined
}

/** What keeps sessions for a client is given of its surroundings. */
export interface SignInContext extends Platform {
  /** The client's: what is stored for another one is not read. */
  readonly name: string
  readonly projectId?: string | undefined
  readonly sdkType?: string | undefined
  readonly sdkVersion?: string | undefined
  /** The wallet of the active account; its type is that of its connector. */
  readonly wallet?: (() => SignInWallet | undefined) | undefined
}

export interface SignInWallet {
  readonly name: string
  readonly icon?: string | undefined
  readonly type: string
}

/** What a host passes as `siwx`: sessions of its own making, or a maker such as `localSessions()`. */
export type SignInOption = SignInSessions | ((context: SignInContext) => SignInSessions)
