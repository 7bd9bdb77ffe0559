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
 * - `required`: there is no session. If the visitor declines to sign in, the client disconnects the wallet.
 * - `offered`: no session is known, and none is required.
 * - `signed-in`: there is a session.
 */
export type SignInStatus = 'off' | 'no-account' | 'checking' | 'required' | 'offered' | 'signed-in'

export interface SignInState {
  readonly status: SignInStatus
  /** The active account on its network. The rest of the state is about this account. */
  readonly account?: CaipAddress | undefined
  /** The session. Set only while the status is `signed-in`. */
  readonly session?: SignInSession | undefined
  /** The message to sign. Undefined until it is created. */
  readonly message?: SignInMessage | undefined
  /** Whether the wallet is asked to sign, or its signature is being stored. */
  readonly signing: boolean
  /** Whether the client is disconnecting the wallet, for example because the visitor declined a required sign-in. */
  readonly canceling: boolean
  /**
   * Why the last attempt failed: `siwx/signature-declined` with the wallet's error as its cause, or the error of the session
   * store. For a smart account, the error is `siwx/smart-account`, with one of these errors as its cause. If the sessions
   * couldn't be read, the error is `siwx/initialize-failed`.
   */
  readonly error?: LatchkeyError | undefined
}

export interface SignInEvents {
  /** The visitor should be asked to sign in. In response, the modal shows SIWXSignMessage. */
  signInNeeded: undefined
  /** The account is signed in. `restored`: whether the session is from an earlier sign-in. */
  signedIn: { readonly session: SignInSession; readonly restored: boolean }
  /** The visitor signed out, or the session has ended. */
  signedOut: { readonly account: CaipAddress }
  failed: { readonly error: LatchkeyError }
  /** The visitor declined to sign in. For analytics. */
  canceled: undefined
  /** The visitor declined a sign-in that isn't required. */
  declined: undefined
  /** The active account must not stay connected. In response, the client disconnects its wallet. */
  mustDisconnect: { readonly namespace: ChainNamespace }
}

/** The methods of `SignInController`. */
export interface SignInCalls {
  /**
   * Asks the wallet to sign the message for the active account, and stores the session. If either step fails, resolves with
   * undefined and asks the visitor again; `state.error` says why. A second call shares the pending call.
   * @throws `siwx/not-enabled`, `siwx/no-address`, `siwx/no-network`, `siwx/no-client`, all before the wallet is asked.
   */
  sign(opts?: CallOptions): Promise<SignInSession | undefined>
  /** Declines the sign-in. Disconnects the wallet if a sign-in is required, otherwise closes the modal. Never rejects. */
  cancel(): Promise<void>
  /**
   * Ends the active account's session. If a sign-in is required, also disconnects the wallet. A second call shares the
   * pending call.
   * @throws Any error of the session store. The visitor then stays signed in.
   */
  signOut(opts?: CallOptions): Promise<void>
  /** Checks the active account's session again. If the server doesn't answer, the visitor stays signed in. Never rejects. */
  refresh(): Promise<void>
  /**
   * Waits until an account is connected and, if a sign-in is required, signed in. Resolves with the session, or with undefined
   * if no sign-in is required. If sign-in is disabled, resolves with undefined at once.
   * @throws `flow/aborted`
   */
  ready(opts?: CallOptions): Promise<SignInSession | undefined>
  /**
   * Creates the message of a one-click sign-in, which a wallet signs while it connects. The wallet adds its account to the
   * message (S3.6.4).
   * @throws `siwx/not-enabled`, or any error of the session store.
   */
  createMessage(chainId: CaipNetworkId, opts?: CallOptions): Promise<SignInMessage>
  /**
   * Stores the sessions that a wallet signed while it connected, and removes all other sessions. An empty list ends all
   * sessions. The modal shows the progress. If this call rejects, the caller must disconnect the wallet.
   * @throws `siwx/not-enabled`, or any error of the session store.
   */
  keep(sessions: readonly SignInSession[], opts?: CallOptions): Promise<void>
}

interface Source<Events> {
  on<E extends keyof Events & string>(event: E, listener: (payload: Events[E]) => void): Unsubscribe
}

export interface SignInDeps extends FeatureDeps {
  /** Loads the session store. Called only if sign-in is enabled. */
  readonly parts: () => Promise<SignInSessions>
  readonly account: Pick<AccountController, 'active' | 'state' | 'subscribe' | 'connectedNamespaces'>
  readonly network: Pick<NetworkController, 'activeNetwork' | 'isSupported' | 'subscribe'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly router: Pick<RouterController, 'reset'>
  readonly session: Source<{
    established: { readonly restored: boolean }
    ended: {
      readonly namespaces: readonly ChainNamespace[]
      readonly reason: CloseReason
      readonly mayBeRevoked?: boolean
      readonly elsewhere?: boolean
    }
  }>
  readonly snackbar: Pick<SnackbarController, 'showError' | 'showLoading' | 'hide'>
  readonly page: Pick<Page, 'visible' | 'listen'>
  readonly clock: Clock
  readonly log: Logger
}
