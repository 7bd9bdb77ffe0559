import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { EmailAction, EmailUpdateAction, FrameState } from '../../../core/wallet/embedded-login.ts'
import type { AccountType } from '../../../core/wallet/family.ts'
import type { SocialName } from '../../../core/wallet/socials.ts'
import type { CallOptions, Clock, Page, Unsubscribe } from '../../../ports.ts'
import type { Persistence } from '../../../services/persistence.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { AlertController } from '../../shell/alert-controller.ts'
import type { RouterController } from '../../shell/router-controller.ts'
import type { SnackbarController } from '../../shell/snackbar-controller.ts'
import type { ThemeController } from '../../shell/theme-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { ConnectorSource } from '../../wallet/connector-controller.ts'

/** A login by a provider or by Farcaster under way. */
export interface SocialState {
  readonly provider: SocialName
  /** `window`: the visitor is at the provider, or at a phone. `user`: the account is connected. */
  readonly phase: 'window' | 'user' | 'failed'
  /** What is opened on a phone. */
  readonly uri?: string | undefined
  readonly error?: unknown
}

export interface EmbeddedWalletState {
  /** Whether the wallet's frame is in the page, and listens. Specification 2, section 4. */
  readonly frame: FrameState
  /** Of the visitor who logs in, or has. */
  readonly email?: string | undefined
  /** What the provider calls the visitor, and which one it is. */
  readonly userName?: string | undefined
  readonly socialProvider?: SocialName | undefined
  /** Where the visitor looks after the wallet, in a window of its own. Known once the controller is prepared. */
  readonly ownPage?: string | undefined
  /** Undefined while there is none. */
  readonly social?: SocialState | undefined
  /** When an email may be sent again, in ms since 1970; undefined: at once. Specification 2, section 5. */
  readonly mailAgainAt?: number | undefined
  /** Whether the smart account was on its chain when the visitor connected. */
  readonly smartAccountDeployed?: boolean | undefined
  /** The eip155 chains on which the visitor can be a smart account. */
  readonly smartAccountNetworks: readonly number[]
  /** The wallet asks the visitor, in its frame. */
  readonly asking: boolean
}

/** How far a login by email has come. */
export type EmailStep = 'submitted' | 'device-registered' | 'code-sent' | 'code-passed' | 'code-failed'

export interface EmbeddedWalletEvents {
  /** For who counts, as `accountTypeChosen`. */
  emailStep: { readonly step: EmailStep; readonly error?: LatchkeyError }
  accountTypeChosen: { readonly type: AccountType<'eip155'> }
  /** The frame has to be seen. */
  asked: undefined
  answered: { readonly approved: boolean }
  /** A login by a provider was given up at the provider: the visitor is to be where they were before. */
  socialCanceled: { readonly provider: SocialName }
  /** A page called a method that no page may call. */
  refused: { readonly method: string }
}

/** See `EmbeddedWalletController`. Each call rejects as `EmbeddedLogin` says, and with `connection/connector-not-found`. */
export interface EmbeddedWalletCalls {
  /** Logs in by email. CONNECT: the visitor is connected; else a code was mailed, or a link that lets this device in. */
  logIn(email: string, opts?: CallOptions): Promise<EmailAction>
  /** Waits until the link was followed; the code is mailed then. */
  confirmDevice(opts?: CallOptions): Promise<void>
  /** Takes the code that was mailed, and connects. */
  confirmCode(code: string, opts?: CallOptions): Promise<void>
  /** Changes the address of the account: a code goes to the old address, or to the new one. */
  updateEmail(email: string, opts?: CallOptions): Promise<EmailUpdateAction>
  confirmOldEmail(code: string, opts?: CallOptions): Promise<void>
  confirmNewEmail(code: string, opts?: CallOptions): Promise<void>
  /**
   * Logs in by a provider, or by Farcaster, and connects. The window opens in the very task of the call, as a click demands, once
   * the controller is prepared. Another call ends the one before. Rejects with `social/…`, too.
   */
  connectSocial(provider: SocialName, opts?: CallOptions): Promise<void>
  /** Gives up the login by a provider, and closes its window. */
  leaveSocial(): void
  /**
   * Makes the visitor the plain account (`eoa`) or the smart account, which the wallet keeps. Where that fails they are the
   * plain account, and the call rejects with the reason.
   */
  setPreferredAccountType(type: AccountType<'eip155'>, opts?: CallOptions): Promise<void>
  /** Gives up what waits for the visitor in the frame. */
  abortApprovals(): void
}

/** What the modal is to the wallet in it. */
export interface ModalAround {
  readonly state: { readonly open: boolean }
  open(params?: { readonly view: 'ApproveTransaction' }): Promise<unknown>
  close(): void
  on(event: 'closed', listener: () => void): Unsubscribe
}

export interface EmbeddedWalletDeps extends FeatureDeps {
  readonly registry: Pick<ConnectorSource, 'list'>
  /** Connects the account that the visitor has logged in to. */
  readonly session: {
    connect(params: { readonly connectorId: string }, opts?: CallOptions): Promise<unknown>
    switchAccount(namespace: 'eip155', address: string): Promise<unknown>
  }
  readonly account: Pick<AccountController, 'state' | 'setPreferredAccountType'>
  readonly theme: Pick<ThemeController, 'state' | 'subscribe'>
  readonly alert: Pick<AlertController, 'raise'>
  readonly snackbar: Pick<SnackbarController, 'showError'>
  readonly clock: Clock
  readonly page: Page
  readonly persistence: Pick<Persistence, 'get' | 'set' | 'remove'>
  readonly router: Pick<RouterController, 'push' | 'goBack' | 'state' | 'watch'>
  readonly modal: ModalAround
}
