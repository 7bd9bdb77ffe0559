import type { Cacao } from './sign-in.ts'

/** Who is signed in, as the functions of older hosts say it: the number of the chain is a plain one. */
export interface SiweSession {
  readonly address: string
  readonly chainId: number
}

/** What `getMessageParams` gives. */
export interface SiweMessageParams {
  readonly domain: string
  readonly uri: string
  readonly statement?: string | undefined
  readonly resources?: readonly string[] | undefined
  readonly requestId?: string | undefined
  /** RFC 3339, as `nbf` and `exp`. Default: now. */
  readonly iat?: string | undefined
  readonly nbf?: string | undefined
  readonly exp?: string | undefined
}

/** The configuration of hosts that had Sign-In with Ethereum alone. Facts 6.5. Nobody signs in on other families: there everybody counts as signed in. */
export interface SiweConfig {
  /** Default: true. */
  readonly enabled?: boolean | undefined
  /** Whether a visitor who will not sign in is disconnected. Default: true. */
  readonly required?: boolean | undefined
  /** Default: true, as of the two below. */
  readonly signOutOnDisconnect?: boolean | undefined
  readonly signOutOnAccountChange?: boolean | undefined
  readonly signOutOnNetworkChange?: boolean | undefined
  /** How long a nonce is offered for signing before another one is asked for, in ms. Default: 300,000, as of the next. */
  readonly nonceRefetchIntervalMs?: number | undefined
  /** How often `getSession` is asked while the page is seen. */
  readonly sessionRefetchIntervalMs?: number | undefined
  getNonce(address?: string): Promise<string>
  getMessageParams?(): Promise<SiweMessageParams | undefined>
  /** `address` is a `did:pkh:` of the account. */
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
