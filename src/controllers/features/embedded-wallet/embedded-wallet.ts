import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { EmailAction, EmailUpdateAction, FrameState } from '../../../core/wallet/embedded-login.ts'
import type { AccountType } from '../../../core/wallet/family.ts'
import type { SocialName } from '../../../core/wallet/list/socials.ts'
import type { CallOptions, Clock, Page, Unsubscribe } from '../../../ports.ts'
import type { Persistence } from '../../../services/persistence.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { AlertController } from '../../shell/alert-controller.ts'
import type { RouterController } from '../../shell/router-controller.ts'
import type { SnackbarController } from '../../shell/snackbar-controller.ts'
import type { ThemeController } from '../../shell/theme-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { ConnectorSource } from '../../wallet/connectors.ts'

/** A social or Farcaster login that is pending or has failed. */
export interface SocialState {
  readonly provider: SocialName
  /** `window`: the visitor logs in at the provider or on a phone. `user`: the account is being connected. */
  readonly phase: 'window' | 'user' | 'failed'
  /** The URI to open on a phone, for example as a QR code. */
  readonly uri?: string | undefined
  readonly error?: unknown
}

export interface EmbeddedWalletState {
  /** Whether the wallet's frame is in the page and ready (S2.4). */
  readonly frame: FrameState
  /** The visitor's email address. */
  readonly email?: string | undefined
  /** The visitor's name at the social provider. */
  readonly userName?: string | undefined
  readonly socialProvider?: SocialName | undefined
  /** The URL of the page where the visitor manages the wallet. Known when the controller is prepared. */
  readonly dashboardUrl?: string | undefined
  /** The pending or failed social login, if any. */
  readonly social?: SocialState | undefined
  /** When the next email may be sent, in ms since the Unix epoch. Undefined if an email may be sent now (S2.5). */
  readonly canResendAt?: number | undefined
  /** Whether the smart account was already deployed when the visitor connected. */
  readonly smartAccountDeployed?: boolean | undefined
  /** The ids of the eip155 networks with smart accounts. */
  readonly smartAccountNetworks: readonly number[]
  /** Whether the wallet's frame waits for the visitor's approval. */
  readonly approvalPending: boolean
}

/**
 * The progress of an email login, or of a change of the address. `updated`: the wallet accepted the request to change the address.
 * It may still ask for codes.
 */
export type EmailStep =
  | 'submitted'
  | 'device-registered'
  | 'code-sent'
  | 'code-passed'
  | 'code-failed'
  | 'updated'

export interface EmbeddedWalletEvents {
  /** This event and `accountTypeChosen` are for analytics. */
  emailStep: { readonly step: EmailStep; readonly error?: LatchkeyError }
  accountTypeChosen: { readonly type: AccountType<'eip155'> }
  /** The wallet needs an approval, so the frame must be shown. */
  approvalRequested: undefined
  approvalFinished: { readonly approved: boolean }
  /**
   * The modal goes back to the previous view, because the visitor closed the popup, the popup's answer came from an untrusted
   * origin, or a Farcaster login failed. `error` is undefined if the visitor closed the popup.
   */
  socialCanceled: { readonly provider: SocialName; readonly error?: LatchkeyError | undefined }
  /** The page called a method that pages aren't allowed to call. */
  refused: { readonly method: string }
}

/**
 * The methods of `EmbeddedWalletController`. The methods that use the wallet reject with the errors of `EmbeddedLogin`, or with
 * `connection/connector-not-found`. Those that connect the account also reject with the errors of `SessionController.connect`.
 */
export interface EmbeddedWalletCalls {
  /**
   * Logs in by email. Latchkey's frame asks for the mailed code itself: show the frame on `approvalRequested`. Resolves with
   * CONNECT when the account is connected. With another implementation of the frame, resolves when the wallet has mailed a code
   * (VERIFY_OTP) or a link that registers this device (VERIFY_DEVICE).
   */
  logIn(email: string, opts?: CallOptions): Promise<EmailAction>
  /** Resolves when the visitor has opened the link that registers this device. After that, the wallet mails a code. */
  confirmDevice(opts?: CallOptions): Promise<void>
  /** Submits the mailed code, and connects the account. */
  confirmCode(code: string, opts?: CallOptions): Promise<void>
  /**
   * Changes the account's email address. Resolves with UPDATED when the visitor has entered the codes in Latchkey's frame. With
   * another implementation of the frame, resolves when a code was mailed to the old or the new address.
   */
  updateEmail(email: string, opts?: CallOptions): Promise<EmailUpdateAction>
  confirmOldEmail(code: string, opts?: CallOptions): Promise<void>
  confirmNewEmail(code: string, opts?: CallOptions): Promise<void>
  /**
   * Logs in with a social provider or Farcaster, and connects the account. Call this method within a click, when the controller
   * is already prepared. Otherwise the browser may block the popup. Another call cancels the previous login. Also rejects with
   * `social/…`.
   */
  connectSocial(provider: SocialName, opts?: CallOptions): Promise<void>
  /** Cancels the social login and closes its popup. */
  leaveSocial(): void
  /**
   * Switches to the standard account (`eoa`) or the smart account. The choice is kept until the logout. If the switch fails,
   * switches to the standard account and rejects with the reason.
   */
  setPreferredAccountType(type: AccountType<'eip155'>, opts?: CallOptions): Promise<void>
  /** Rejects all pending approvals. */
  abortApprovals(): void
}

/** The modal that shows the wallet's frame. */
export interface ModalHost {
  readonly state: { readonly open: boolean }
  open(params?: { readonly view: 'ApproveTransaction' }): Promise<unknown>
  close(): void
  on(event: 'closed', listener: () => void): Unsubscribe
}

export interface EmbeddedWalletDeps extends FeatureDeps {
  readonly registry: Pick<ConnectorSource, 'list'>
  /** Connects the account that the visitor logged in to. */
  readonly session: {
    connect(params: { readonly connectorId: string }, opts?: CallOptions): Promise<unknown>
    switchAccount(namespace: 'eip155', address: string): Promise<unknown>
  }
  readonly account: Pick<AccountController, 'state' | 'subscribe' | 'setDetails' | 'setPreferredAccountType'>
  readonly theme: Pick<ThemeController, 'state' | 'subscribe'>
  readonly alert: Pick<AlertController, 'raise'>
  readonly snackbar: Pick<SnackbarController, 'showError'>
  readonly clock: Clock
  readonly page: Page
  readonly persistence: Pick<Persistence, 'get' | 'set' | 'remove'>
  readonly router: Pick<RouterController, 'push' | 'goBack' | 'state' | 'watch'>
  readonly modal: ModalHost
}
