import type { CallOptions } from '../../ports.ts'
import type { AccountType } from './family.ts'
import type { SocialName, SocialProvider } from './list/socials.ts'

/** The state of the wallet's frame (S2.4). */
export type FrameState = 'absent' | 'loading' | 'ready'

/** The stored login, available before the frame responds. */
export interface StoredLogin {
  readonly used: boolean
  readonly email?: string | undefined
  /** The visitor's name at the social provider. */
  readonly userName?: string | undefined
  /** The social provider, if the visitor didn't log in by email. */
  readonly social?: SocialName | undefined
}

/** The page's theme, as the wallet receives it. */
export interface FrameTheme {
  readonly themeMode?: 'light' | 'dark' | undefined
  readonly themeVariables?: Readonly<Record<string, string | number>> | undefined
  readonly w3mThemeVariables?: Readonly<Record<string, string>> | undefined
}

/**
 * The code to enter next to change an account's email address: first the code sent to the old address, then the code sent to the
 * new address. `UPDATED`: the visitor entered the codes in the wallet's frame, and the address was changed.
 */
export type EmailUpdateAction = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP' | 'UPDATED'

/** The step after the visitor entered an email address. */
export type EmailAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'

/**
 * The login to the embedded wallet; the connector's `open` then connects it (S2.4, S2.7, S3.1.9). Calls reject with
 * `frame/failed` and the frame's message, `frame/load-failed`, `frame/aborted` after a timeout, `frame/not-set` if the host
 * removed the frame from the page, or `flow/aborted`.
 */
export interface EmbeddedLogin {
  readonly stored: StoredLogin
  /** Seconds until another email can be sent; 0 if it can be sent now. */
  readonly cooldown: number
  /**
   * Our own frame asks for the code itself and answers CONNECT. Other frames answer with the step that the page has to ask for.
   * @throws `frame/cooldown` with `n` seconds; `frame/invalid-request` with the reason.
   */
  connectEmail(email: string, opts?: CallOptions): Promise<EmailAction>
  /** Waits until the owner approves this device by the emailed link; the code is emailed then. */
  connectDevice(opts?: CallOptions): Promise<void>
  connectOtp(otp: string, opts?: CallOptions): Promise<void>
  updateEmail(email: string, opts?: CallOptions): Promise<EmailUpdateAction>
  updateEmailPrimaryOtp(otp: string, opts?: CallOptions): Promise<void>
  /** Resolves with the new address. */
  updateEmailSecondaryOtp(otp: string, opts?: CallOptions): Promise<string>
  /** The login page to open in a popup. */
  socialRedirectUri(provider: SocialProvider, opts?: CallOptions): Promise<string>
  /** @param resultUri The URL that the popup posted. */
  connectSocial(provider: SocialProvider, resultUri: string, opts?: CallOptions): Promise<void>
  /** The link that the visitor opens on a phone. */
  farcasterUri(opts?: CallOptions): Promise<string>
  /** Waits until the visitor approves on the phone. */
  connectFarcaster(opts?: CallOptions): Promise<void>
  /** Reloads the frame if it's in the page; aborts pending requests. */
  reload(): Promise<void>
  syncTheme(theme: FrameTheme): Promise<void>
  /** EVM chain ids for which the wallet has smart accounts, as last reported. */
  readonly smartAccountNetworks: readonly number[]
  /** Sets the visitor's account type, which the wallet remembers. On failure the plain account stays active and the call rejects (S2.4). */
  setPreferredAccountType(
    type: AccountType<'eip155'>,
    opts?: CallOptions,
  ): Promise<{ readonly address: string }>
  /** Aborts requests that wait for the visitor's approval, but not reads. */
  abortApprovals(): void
}

export interface EmbeddedEvents {
  /** Whether the visitor's smart account is deployed, as reported on connect. */
  smartAccountDeployed: boolean
  /** EVM chain ids for which the wallet has smart accounts. */
  smartAccountNetworks: readonly number[]
  frame: FrameState
  /** The wallet asks the visitor, so the frame must be visible. `recovery` stands for the wallet's own questions: codes, the backup, new browsers. */
  requested: { readonly method: string }
  responded: { readonly method: string; readonly approved: boolean }
  /** The page requested a forbidden method. */
  refused: { readonly method: string }
  /** The frame didn't load, or didn't answer (S2.8). */
  timedOut: 'iframe_load_failed' | 'iframe_request_timeout'
}

/**
 * Our frame's answer to CONNECT_DEVICE while the link is valid but unopened: requests have a time limit, so the page asks
 * again. Not in the specification.
 */
export const linkNotUsed = 'The link has not been opened yet.'
