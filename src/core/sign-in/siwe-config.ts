import type { Cacao } from './sign-in.ts'

/** The signed-in account. `chainId` is the plain EIP-155 number. */
export interface SiweSession {
  readonly address: string
  readonly chainId: number
}

/** The result of `getMessageParams`. */
export interface SiweMessageParams {
  readonly domain: string
  readonly uri: string
  readonly statement?: string | undefined
  readonly resources?: readonly string[] | undefined
  readonly requestId?: string | undefined
  /** An RFC 3339 time, like `nbf` and `exp`. Default: now. */
  readonly iat?: string | undefined
  readonly nbf?: string | undefined
  readonly exp?: string | undefined
}

/** Callbacks of an existing Sign-In with Ethereum setup (S3.6.5). Accounts of other families need no sign-in. */
export interface SiweConfig {
  /** Default: true. */
  readonly enabled?: boolean | undefined
  /** Whether to disconnect a visitor who declines to sign in. Default: true. */
  readonly required?: boolean | undefined
  /** Default: true. `signOutOnAccountChange` and `signOutOnNetworkChange` have the same default. */
  readonly signOutOnDisconnect?: boolean | undefined
  readonly signOutOnAccountChange?: boolean | undefined
  readonly signOutOnNetworkChange?: boolean | undefined
  /**
   * How long a nonce may wait for a signature, in ms, before Latchkey fetches a new nonce. Default: 300,000.
   * `sessionRefetchIntervalMs` has the same default.
   */
  readonly nonceRefetchIntervalMs?: number | undefined
  /** How often to call `getSession` while the page is visible, in ms. */
  readonly sessionRefetchIntervalMs?: number | undefined
  getNonce(address?: string): Promise<string>
  getMessageParams?(): Promise<SiweMessageParams | undefined>
  /** `address` is the account's `did:pkh:` id. */
  createMessage(
    params: SiweMessageParams & {
      readonly address: string
      readonly chainId: number
      readonly nonce: string
      readonly version: '1'
      readonly iat: string
    },
  ): string
  verifyMessage(signed: {
    readonly message: string
    readonly signature: string
    readonly cacao?: Cacao | undefined
  }): Promise<boolean>
  getSession(): Promise<SiweSession | null | undefined>
  signOut(): Promise<boolean>
  onSignIn?(session?: SiweSession): void
  onSignOut?(): void
}
