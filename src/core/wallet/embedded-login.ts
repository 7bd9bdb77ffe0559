import type { CallOptions } from '../../ports.ts'
import type { CaipNetworkId } from '../chain/caip.ts'
import type { AccountType } from './family.ts'
import type { SocialName, SocialProvider } from './list/socials.ts'

/** The state of the embedded wallet's frame (S2.4). */
export type FrameState = 'absent' | 'loading' | 'ready'

/** The stored login. It is available before the frame answers. */
export interface StoredLogin {
  readonly used: boolean
  readonly email?: string | undefined
  /** The visitor's name at the social provider. */
  readonly userName?: string | undefined
  /** The social provider. Absent if the visitor logged in by email. */
  readonly social?: SocialName | undefined
}

/** The page's theme, in the form that the frame receives. */
export interface FrameTheme {
  readonly themeMode?: 'light' | 'dark' | undefined
  readonly themeVariables?: Readonly<Record<string, string | number>> | undefined
  readonly w3mThemeVariables?: Readonly<Record<string, string>> | undefined
}

/**
 * The next code that the visitor must enter to change an account's email address. First comes the code that was sent to the old
 * address, then the code that was sent to the new address. `UPDATED`: no code is needed, because the visitor entered the codes in
 * the wallet's frame and the address was changed.
 */
export type EmailUpdateAction = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP' | 'UPDATED'

/** The step after the visitor entered an email address. */
export type EmailAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'

/**
 * The calls for the login to the embedded wallet. After the login, the connector's `open` connects the wallet (S2.4, S2.7,
 * S3.1.9). Calls reject with `frame/failed` and the frame's message, `frame/load-failed`, `frame/aborted` after a timeout,
 * reload or logout, `frame/not-set` if the host removed the frame from the page, or `flow/aborted`.
 */
export interface EmbeddedLogin {
  readonly stored: StoredLogin
  /** How long until another email can be sent, in seconds. 0 if an email can be sent now. */
  readonly cooldown: number
  /**
   * Starts a login by email. Our own frame asks for the code itself, and then answers CONNECT. Other frames answer with the next
   * step for the page.
   * @throws `frame/cooldown` with `n` seconds; `frame/invalid-request` with the reason.
   */
  connectEmail(email: string, opts?: CallOptions): Promise<EmailAction>
  /**
   * Waits until the visitor approves this device with the link in the email. After that, the wallet's service sends the code by
   * email.
   */
  connectDevice(opts?: CallOptions): Promise<void>
  connectOtp(otp: string, opts?: CallOptions): Promise<void>
  updateEmail(email: string, opts?: CallOptions): Promise<EmailUpdateAction>
  updateEmailPrimaryOtp(otp: string, opts?: CallOptions): Promise<void>
  /** Resolves with the new address. */
  updateEmailSecondaryOtp(otp: string, opts?: CallOptions): Promise<string>
  /** Returns the URL of the login page to open in a popup. */
  socialRedirectUri(provider: SocialProvider, opts?: CallOptions): Promise<string>
  /** @param resultUri The URL that the popup posted. */
  connectSocial(provider: SocialProvider, resultUri: string, opts?: CallOptions): Promise<void>
  /** Returns the link that the visitor opens on a phone. */
  farcasterUri(opts?: CallOptions): Promise<string>
  /** Waits until the visitor approves the login on the phone. */
  connectFarcaster(opts?: CallOptions): Promise<void>
  /** Reloads the frame, if the frame is in the page. Aborts pending requests. */
  reload(): Promise<void>
  syncTheme(theme: FrameTheme): Promise<void>
  /** The EVM chain ids for which the wallet has smart accounts, according to its last report. */
  readonly smartAccountNetworks: readonly number[]
  /**
   * Sets the visitor's account type. Later connections ask for the type, until the logout. If the wallet can't set the type, the
   * call rejects and the plain account stays active (S2.4). `on`: the network of the account. Default: the frame's network.
   */
  setPreferredAccountType(
    type: AccountType<'eip155'>,
    opts?: CallOptions & { readonly on?: CaipNetworkId | undefined },
  ): Promise<{ readonly address: string }>
  /** Aborts the requests that wait for the visitor's approval. Reads continue. */
  abortApprovals(): void
}

export interface EmbeddedEvents {
  /** Whether the visitor's smart account is deployed, as the wallet reported while connecting. */
  smartAccountDeployed: boolean
  /** The EVM chain ids for which the wallet has smart accounts. */
  smartAccountNetworks: readonly number[]
  frame: FrameState
  /**
   * Emitted when the wallet asks the visitor a question. While it asks, the frame must be visible. The method `recovery` stands
   * for the wallet's own questions, about codes, the backup or new browsers.
   */
  requested: { readonly method: string }
  responded: { readonly method: string; readonly approved: boolean }
  /** Emitted when the page requested a forbidden method. */
  refused: { readonly method: string }
  /** Emitted when the frame didn't load, or didn't answer (S2.8). */
  timedOut: 'iframe_load_failed' | 'iframe_request_timeout'
}
