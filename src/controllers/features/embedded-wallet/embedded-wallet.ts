import type { EmailAction, EmailUpdateAction, FrameState } from '../../../core/wallet/embedded-login.ts'
import type { AccountType } from '../../../core/wallet/family.ts'
import type { CallOptions, Clock } from '../../../ports.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { AlertController } from '../../shell/alert-controller.ts'
import type { SnackbarController } from '../../shell/snackbar-controller.ts'
import type { ThemeController } from '../../shell/theme-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { ConnectorSource } from '../../wallet/connector-controller.ts'

export interface EmbeddedWalletState {
  /** Whether the wallet's frame is in the page, and listens. Specification 2, section 4. */
  readonly frame: FrameState
  /** Of the visitor who logs in, or has. */
  readonly email: string | undefined
  /** When an email may be sent again, in ms since 1970; 0 for at once. Specification 2, section 5. */
  readonly mailAgainAt: number
  /** The eip155 chains on which the visitor can be a smart account. */
  readonly smartAccountNetworks: readonly number[]
  /** The wallet asks the visitor, in its frame. */
  readonly asking: boolean
}

export interface EmbeddedWalletEvents {
  /** The frame has to be seen. */
  asked: undefined
  answered: { readonly approved: boolean }
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
   * Makes the visitor the plain account (`eoa`) or the smart account, which the wallet keeps. Where that fails they are the
   * plain account, and the call rejects with the reason.
   */
  setPreferredAccountType(type: AccountType<'eip155'>, opts?: CallOptions): Promise<void>
  /** Gives up what waits for the visitor in the frame. */
  abortApprovals(): void
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
  /** Joins what is told to those above, before anything is told. */
  readonly join: () => Promise<void>
}
