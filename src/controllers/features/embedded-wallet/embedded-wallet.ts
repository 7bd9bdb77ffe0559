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

/** A pending social or Farcaster login. */
export interface SocialState {
  readonly provider: SocialName
  /** `window`: the visitor is at the provider or uses a phone. `user`: the account is being connected. */
  readonly phase: 'window' | 'user' | 'failed'
  /** The URI to open on a phone. */
  readonly uri?: string | undefined
  readonly error?: unknown
}

export interface EmbeddedWalletState {
  /** Whether the wallet's frame is in the page and ready (S2.4). */
  readonly frame: FrameState
  /** The email address of the visitor. */
  readonly email?: string | undefined
  /** The visitor's name at the social provider, and the provider. */
  readonly userName?: string | undefined
  readonly socialProvider?: SocialName | undefined
  /** The URL of the wallet's own page, where the visitor manages the wallet. Known once the controller is prepared. */
  readonly dashboardUrl?: string | undefined
  /** The pending social login, if any. */
  readonly social?: SocialState | undefined
  /** When another email may be sent: ms since the Unix epoch. Undefined if it may be sent now (S2.5). */
  readonly canResendAt?: number | undefined
  /** Whether the smart account was deployed when the visitor connected. */
  readonly smartAccountDeployed?: boolean | undefined
  /** The ids of the eip155 networks with smart accounts. */
  readonly smartAccountNetworks: readonly number[]
  /** Whether the wallet waits for an approval in its frame. */
  readonly approvalPending: boolean
}

/** The progress of an email login. */
export type EmailStep = 'submitted' | 'device-registered' | 'code-sent' | 'code-passed' | 'code-failed'

export interface EmbeddedWalletEvents {
  /** For analytics, like `accountTypeChosen`. */
  emailStep: { readonly step: EmailStep; readonly error?: LatchkeyError }
  accountTypeChosen: { readonly type: AccountType<'eip155'> }
  /** The wallet needs an approval: the frame has to be shown. */
  approvalRequested: undefined
  approvalFinished: { readonly approved: boolean }
  /** A social login was canceled at the provider: go back to the previous view. */
  socialCanceled: { readonly provider: SocialName }
  /** The page called a method that pages aren't allowed to call. */
  refused: { readonly method: string }
}

/**
 * The methods of `EmbeddedWalletController`. Each rejects with the errors of `EmbeddedLogin`, or with
 * `connection/connector-not-found`.
 */
export interface EmbeddedWalletCalls {
  /**
   * Logs in by email. Our frame asks for the mailed code itself: show the frame on `approvalRequested`. Resolves with CONNECT when
   * connected. With another implementation of the frame, also resolves when a code, or a link that registers this device, was
   * mailed.
   */
  logIn(email: string, opts?: CallOptions): Promise<EmailAction>
  /** Resolves once the visitor has opened the device link, after which a code is mailed. */
  confirmDevice(opts?: CallOptions): Promise<void>
  /** Submits the mailed code and connects. */
  confirmCode(code: string, opts?: CallOptions): Promise<void>
  /**
   * Changes the account's email address. Resolves with UPDATED when the visitor has entered the codes in our frame. With another
   * implementation of the frame, resolves when a code was mailed to the old or the new address.
   */
  updateEmail(email: string, opts?: CallOptions): Promise<EmailUpdateAction>
  confirmOldEmail(code: string, opts?: CallOptions): Promise<void>
  confirmNewEmail(code: string, opts?: CallOptions): Promise<void>
  /**
   * Logs in with a social provider or Farcaster, and connects. Once the controller is prepared, the popup opens in the same task,
   * so call this within a click. Another call cancels the previous one. Also rejects with `social/…`.
   */
  connectSocial(provider: SocialName, opts?: CallOptions): Promise<void>
  /** Cancels the social login and closes its popup. */
  leaveSocial(): void
  /**
   * Switches to the standard account (`eoa`) or the smart account; the wallet remembers the choice. On failure,
   * switches to the standard account and rejects with the reason.
   */
  setPreferredAccountType(type: AccountType<'eip155'>, opts?: CallOptions): Promise<void>
  /** Rejects all pending approvals. */
  abortApprovals(): void
}

/** The modal that contains the wallet. */
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
