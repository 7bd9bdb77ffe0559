import type { CallOptions } from '../../ports.ts'
import type { AccountType } from './family.ts'
import type { SocialName, SocialProvider } from './socials.ts'

/** Whether the wallet's frame is in the page. Specification 2, section 4, "Iframe". */
export type FrameState = 'absent' | 'loading' | 'ready'

/** What is stored of the login, before the frame has said anything. */
export interface StoredLogin {
  readonly used: boolean
  readonly email?: string | undefined
  /** What the provider calls the visitor. */
  readonly userName?: string | undefined
  /** The provider of the login, where it was no email. */
  readonly social?: SocialName | undefined
}

/** What the wallet is told of the page's look. */
export interface FrameTheme {
  readonly themeMode?: 'light' | 'dark' | undefined
  readonly themeVariables?: Readonly<Record<string, string | number>> | undefined
  readonly w3mThemeVariables?: Readonly<Record<string, string>> | undefined
}

/** What is sent by email to change the address of an account: a code to the old one, then one to the new one. */
export type EmailUpdateAction = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'

/** What comes after the visitor has entered an email address. */
export type EmailAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'

/**
 * How a visitor logs in to the embedded wallet; the connector's `open` then connects it. Specification 2, sections 4 and 7;
 * facts 1.9. The calls reject with `frame/failed` and the frame's own words, `frame/load-failed`, `frame/aborted` after a
 * timeout, `frame/not-set` where the host took the frame out of the page, or `flow/aborted`.
 */
export interface EmbeddedLogin {
  readonly stored: StoredLogin
  /** In whole seconds: how long until an email may be sent again; 0 for now. */
  readonly cooldown: number
  /** @throws `frame/cooldown` with `n` seconds; `frame/invalid-request` with the validator's words. */
  connectEmail(email: string, opts?: CallOptions): Promise<EmailAction>
  /** Settles when the owner has let this device in; the code is mailed then. */
  connectDevice(opts?: CallOptions): Promise<void>
  connectOtp(otp: string, opts?: CallOptions): Promise<void>
  updateEmail(email: string, opts?: CallOptions): Promise<EmailUpdateAction>
  updateEmailPrimaryOtp(otp: string, opts?: CallOptions): Promise<void>
  /** Resolves with the new address. */
  updateEmailSecondaryOtp(otp: string, opts?: CallOptions): Promise<string>
  /** Where the visitor logs in: for a window. */
  socialRedirectUri(provider: SocialProvider, opts?: CallOptions): Promise<string>
  /** @param resultUri What the window has posted. */
  connectSocial(provider: SocialProvider, resultUri: string, opts?: CallOptions): Promise<void>
  /** What the visitor opens on a phone. */
  farcasterUri(opts?: CallOptions): Promise<string>
  /** Settles when the visitor has approved it on the phone. */
  connectFarcaster(opts?: CallOptions): Promise<void>
  /** Loads the frame anew, where it is in the page: what waits in it is given up. */
  reload(): Promise<void>
  syncTheme(theme: FrameTheme): Promise<void>
  /** The eip155 chains on which the wallet has smart accounts, as it last said. */
  readonly smartAccountNetworks: readonly number[]
  /**
   * Which account the visitor is from now on; the wallet keeps it. Where that fails it is the plain account, and the call
   * rejects with the reason. Specification 2, section 4.
   */
  setPreferredAccountType(
    type: AccountType<'eip155'>,
    opts?: CallOptions,
  ): Promise<{ readonly address: string }>
  /** Gives up what waits for the visitor's approval; reads go on. */
  abortApprovals(): void
}

export interface EmbeddedEvents {
  /** Whether the smart account of the visitor is on its chain, as the wallet said when it was connected. */
  smartAccountDeployed: boolean
  /** The eip155 chains on which the wallet has smart accounts. */
  smartAccountNetworks: readonly number[]
  frame: FrameState
  /** The wallet asks the visitor: the frame has to be seen. `recovery` is what it asks by itself, after a login. */
  asked: { readonly method: string }
  answered: { readonly method: string; readonly approved: boolean }
  /** A method that no page may call. */
  refused: { readonly method: string }
  /** The frame did not load, or did not answer. Specification 2, section 8. */
  timedOut: 'iframe_load_failed' | 'iframe_request_timeout'
}

/**
 * Ours: what our frame answers to CONNECT_DEVICE while the link is good and nobody has followed it, since a request may take no
 * longer. The page asks again.
 */
export const linkNotUsed = 'The link has not been opened yet.'
