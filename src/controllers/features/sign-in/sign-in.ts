import type { CaipAddress, CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { SignInMessage, SignInSession, SignInSessions } from '../../../core/sign-in/sign-in.ts'
import type { CloseReason } from '../../../core/wallet/connector.ts'
import type { CallOptions, Clock, Logger, Page, Unsubscribe } from '../../../ports.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { RouterController } from '../../shell/router-controller.ts'
import type { SnackbarController } from '../../shell/snackbar-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'

/**
 * - `off`: sign-in is disabled.
 * - `no-account`: no account is connected on a requested network.
 * - `checking`: the account's sessions are being read.
 * - `required`: there is no session, and the account is disconnected unless the visitor signs in.
 * - `offered`: there is no session, and none is required.
 * - `signed-in`: there is a session.
 */
export type SignInStatus = 'off' | 'no-account' | 'checking' | 'required' | 'offered' | 'signed-in'

export interface SignInState {
  readonly status: SignInStatus
  /** The active account on its network, which the state describes. */
  readonly account?: CaipAddress | undefined
  /** Set only while the status is `signed-in`. */
  readonly session?: SignInSession | undefined
  /** The message to sign, once it is known. */
  readonly message?: SignInMessage | undefined
  /** Whether the wallet is asked to sign, or its signature is being stored. */
  readonly signing: boolean
  /** Whether the visitor declined and is being disconnected. */
  readonly canceling: boolean
  /**
   * Why the last attempt failed: `siwx/signature-declined` with the wallet's error as its cause, or the error of the session store. For
   * a smart account: `siwx/smart-account` with that error as its cause.
   */
  readonly error?: LatchkeyError | undefined
}

export interface SignInEvents {
  /** The visitor should be asked to sign in: the modal shows SIWXSignMessage. */
  signInNeeded: undefined
  /** `restored`: the session existed already. */
  signedIn: { readonly session: SignInSession; readonly restored: boolean }
  /** The visitor signed out, or the session has ended. */
  signedOut: { readonly account: CaipAddress }
  failed: { readonly error: LatchkeyError }
  /** The visitor declined to sign in. For analytics. */
  canceled: undefined
  /** The visitor declined a sign-in that is not required. */
  declined: undefined
  /** The account must not stay connected: the client disconnects it. */
  mustDisconnect: undefined
}

/** The methods of `SignInController`. */
export interface SignInCalls {
  /**
   * Asks the active account to sign the message and stores the session. Resolves with undefined if that fails: the
   * reason is in `state.error`, and the visitor is asked again. A second call joins the first.
   * @throws `siwx/not-enabled`, `siwx/no-address`, `siwx/no-network`, `siwx/no-client`, all before the wallet is asked.
   */
  sign(opts?: CallOptions): Promise<SignInSession | undefined>
  /** Declines the sign-in: disconnects the wallet if sign-in is required, otherwise closes the modal. Never rejects. */
  cancel(): Promise<void>
  /**
   * Ends the session of the active account. If sign-in is required, the wallet is disconnected too.
   * @throws Any error of the session store; the visitor stays signed in then.
   */
  signOut(opts?: CallOptions): Promise<void>
  /**
   * Checks the session of the active account again. Never rejects; if the server does not answer, the visitor stays
   * signed in.
   */
  refresh(): Promise<void>
  /**
   * Waits until an account is connected and, if sign-in is required, signed in. Resolves with the session, or with
   * undefined if none is required.
   * @throws `flow/aborted`
   */
  ready(opts?: CallOptions): Promise<SignInSession | undefined>
  /**
   * Creates the message of a one-click sign-in, which a wallet signs while connecting. The wallet adds its account (S3.6.4).
   * @throws `siwx/not-enabled`, or any error of the session store.
   */
  createMessage(chainId: CaipNetworkId, opts?: CallOptions): Promise<SignInMessage>
  /**
   * Stores the sessions that a wallet signed while connecting, replacing all other sessions; an empty list ends all sessions. The
   * modal shows progress meanwhile. If this call rejects, the caller has to disconnect the wallet.
   * @throws `siwx/not-enabled`, or any error of the session store.
   */
  keep(sessions: readonly SignInSession[], opts?: CallOptions): Promise<void>
}

interface Source<Events> {
  on<E extends keyof Events & string>(event: E, listener: (payload: Events[E]) => void): Unsubscribe
}

export interface SignInDeps extends FeatureDeps {
  /** Loads the session store; called only if sign-in is enabled. */
  readonly parts: () => Promise<SignInSessions>
  readonly account: Pick<AccountController, 'active' | 'subscribe' | 'connectedNamespaces'>
  readonly network: Pick<NetworkController, 'activeNetwork' | 'isSupported' | 'subscribe'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly router: Pick<RouterController, 'reset'>
  readonly session: Source<{
    established: { readonly restored: boolean }
    ended: {
      readonly namespaces: readonly ChainNamespace[]
      readonly reason: CloseReason
      readonly mayBeRevoked?: boolean
    }
  }>
  readonly snackbar: Pick<SnackbarController, 'showError' | 'showLoading' | 'hide'>
  readonly page: Pick<Page, 'visible' | 'listen'>
  readonly clock: Clock
  readonly log: Logger
}
