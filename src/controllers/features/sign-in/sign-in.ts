import type { CaipAddress, CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { SignInMessage, SignInSession, SignInSessions } from '../../../core/sign-in.ts'
import type { CloseReason } from '../../../core/wallet/connector.ts'
import type { CallOptions, Clock, Logger, Page, Unsubscribe } from '../../../ports.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { RouterController } from '../../shell/router-controller.ts'
import type { SnackbarController } from '../../shell/snackbar-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'

/**
 * `off`: the host asks for no sign-in. `nobody`: no account is connected on a network that the host requested. `checking`:
 * its sessions are being asked for. `required` and `offered`: it has none, and without one it is disconnected, or is not.
 * `signed-in`: it has one.
 */
export type SignInStatus = 'off' | 'nobody' | 'checking' | 'required' | 'offered' | 'signed-in'

export interface SignInState {
  readonly status: SignInStatus
  /** Of whom this is said: the active account, on its network. */
  readonly account?: CaipAddress | undefined
  /** Present exactly while the status is `signed-in`. */
  readonly session?: SignInSession | undefined
  /** What the wallet will be asked to sign, once it is known. */
  readonly message?: SignInMessage | undefined
  /** The wallet is asked, or what it signed is being stored. */
  readonly signing: boolean
  /** The visitor would not, and is being disconnected. */
  readonly cancelling: boolean
  /** Why the last try failed. */
  readonly error?: LatchkeyError | undefined
}

export interface SignInEvents {
  /** The visitor has to be asked: the modal shows SIWXSignMessage. */
  wanted: undefined
  /** `restored`: there was a session already. */
  signedIn: { readonly session: SignInSession; readonly restored: boolean }
  /** By the visitor, or since the session has ended. */
  signedOut: { readonly account: CaipAddress }
  failed: { readonly error: LatchkeyError }
  /** The visitor would not sign. For who counts. */
  canceled: undefined
  /** The visitor would not sign, and need not. */
  dismissed: undefined
  /** The account must not stay connected: the client disconnects it. */
  left: undefined
}

/** See `SignInController`. */
export interface SignInCalls {
  /**
   * Has the active account sign the message, and stores the session. Undefined when that failed: `state.error` says why, and
   * the visitor is asked again. A second call joins the first.
   * @throws `siwx/not-enabled`, `siwx/no-address`, `siwx/no-network`, `siwx/no-client`: nothing was asked of the wallet.
   */
  sign(opts?: CallOptions): Promise<SignInSession | undefined>
  /** The visitor will not sign: where sign-in is required the wallet is disconnected, else the modal closes. Never fails. */
  cancel(): Promise<void>
  /**
   * Ends the session of the active account; where sign-in is required the wallet is disconnected too.
   * @throws what the keeper of the sessions throws: the visitor is signed in as before.
   */
  signOut(opts?: CallOptions): Promise<void>
  /** Asks for the session of the active account again. Never fails; who is signed in stays so while nobody answers. */
  refresh(): Promise<void>
  /**
   * Waits while nobody is connected, and while sign-in is required and missing. Resolves with the session; with nothing where
   * none is required.
   * @throws `flow/aborted`
   */
  ready(opts?: CallOptions): Promise<SignInSession | undefined>
  /**
   * The message that a wallet signs as it connects, of an account that it will name: one-click sign-in. Facts 6.4.
   * @throws `siwx/not-enabled`, or what the keeper of the sessions throws.
   */
  createMessage(chainId: CaipNetworkId, opts?: CallOptions): Promise<SignInMessage>
  /**
   * Stores what a wallet signed as it connected, in the place of all other sessions; none: ends them. The modal says so
   * meanwhile. Whoever calls it has to disconnect the wallet when it fails.
   * @throws `siwx/not-enabled`, or what the keeper of the sessions throws.
   */
  keep(sessions: readonly SignInSession[], opts?: CallOptions): Promise<void>
}

interface Source<Events> {
  on<E extends keyof Events & string>(event: E, listener: (payload: Events[E]) => void): Unsubscribe
}

export interface SignInDeps extends FeatureDeps {
  /** What keeps the sessions; undefined where the host asks for no sign-in. */
  readonly parts: () => Promise<SignInSessions | undefined>
  readonly account: Pick<AccountController, 'active' | 'subscribe' | 'connectedNamespaces'>
  readonly network: Pick<NetworkController, 'activeNetwork' | 'isSupported' | 'subscribe'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly router: Pick<RouterController, 'reset'>
  readonly session: Source<{
    ended: { readonly namespaces: readonly ChainNamespace[]; readonly reason: CloseReason }
  }>
  readonly snackbar: Pick<SnackbarController, 'showError' | 'showLoading' | 'hide'>
  readonly page: Pick<Page, 'visible' | 'listen'>
  readonly clock: Clock
  readonly log: Logger
}
