import type { CaipAddress, Hex } from '../../../core/chain/caip.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type {
  Permission,
  PermissionPolicy,
  PermissionRequest,
  PermissionSigner,
} from '../../../core/wallet/permissions.ts'
import type { CallOptions, Clock, Logger } from '../../../ports.ts'
import type { PermissionShapes } from '../../../services/permission-shapes.ts'
import type { Persistence } from '../../../services/persistence.ts'
import type { SmartSessionService } from '../../../services/smart-sessions.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { OptionsController } from '../../shell/options-controller.ts'
import type { SnackbarController } from '../../shell/snackbar-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'

type Account = CaipAddress<'eip155'>

/** A difference between the request and what the wallet granted. */
export interface GrantDifference {
  /** The type of the permission or policy, or the expiry. */
  readonly part: 'expiry' | Permission['type'] | PermissionPolicy['type']
  /** Whether the difference lets the session do more than the page requested. */
  readonly wider: boolean
}

/** A smart session: what a wallet lets a page do without asking again. Times are in ms since the Unix epoch. */
export interface SmartSession {
  /** The id to pass to `revoke`. */
  readonly id: string
  readonly account: Account
  /**
   * The wallet's id, for `capabilities.permissions.context` of `wallet_sendCalls` (EIP-5792). Undefined if only the
   * service's id is known.
   */
  readonly context: Hex | undefined
  /** The service's id. */
  readonly pci: string | undefined
  readonly signer: PermissionSigner | undefined
  readonly permissions: readonly Permission[]
  /** Types of further permissions, which this version does not know. */
  readonly otherPermissions: readonly string[]
  readonly policies: readonly PermissionPolicy[]
  readonly grantedAt: number | undefined
  readonly expiresAt: number
  readonly revokedAt: number | undefined
  readonly status: 'active' | 'expired' | 'revoked'
  /** Whether the session was granted to this page in this browser. */
  readonly here: boolean
  /** The differences between the grant and the request. */
  readonly differences: readonly GrantDifference[]
}

/** A permission request. The network and the account default to the active ones. */
export type GrantRequest = Omit<PermissionRequest, 'chainId'> & Partial<Pick<PermissionRequest, 'chainId'>>

export interface SmartSessionsState {
  /** The sessions of the account connected on eip155, on all networks, newest first. */
  readonly sessions: readonly SmartSession[]
  /** Whether the wallet grants sessions; undefined until it was asked. */
  readonly supported?: boolean | undefined
  readonly loading: boolean
  /** Whether the wallet is being asked to grant a session. */
  readonly granting: boolean
  /** The id of the session being revoked. */
  readonly revoking?: string | undefined
  /** The session granted last, for views. */
  readonly granted?: SmartSession | undefined
  /** Why the last call failed. */
  readonly error?: LatchkeyError | undefined
}

export interface SmartSessionsEvents {
  granted: SmartSession
  revoked: SmartSession
}

/** The methods of `SmartSessionsController`. */
export interface SmartSessionsCalls {
  /**
   * Asks the eip155 wallet to grant a session, and stores it. If the caller aborts while the wallet asks, a granted
   * session appears in the list.
   * @throws `permissions/not-enabled`; `permissions/unsupported-namespace`, `connection/not-connected`;
   * `permissions/invalid-request` with the reason; `permissions/unsupported` naming what the wallet does not grant;
   * `wallet/request-pending` while another one is being granted; `permissions/no-response`,
   * `permissions/invalid-response`, `permissions/other-grant`; `wallet/user-rejected`.
   */
  grant(request: GrantRequest, opts?: CallOptions): Promise<SmartSession>
  /**
   * Loads the account's sessions, from this browser and from the service if there is one. If the service fails, the known sessions
   * stay in the state.
   * @throws `permissions/list-failed`, `permissions/not-enabled`
   */
  list(opts?: CallOptions): Promise<readonly SmartSession[]>
  /**
   * Revokes a session in the wallet, then informs the service, for which the account signs a message. If informing the service
   * fails, the session is still revoked. Does nothing if the session is no longer active.
   * @throws `permissions/unknown`, `permissions/revoke-failed`, `wallet/request-pending` while another one is being
   * revoked, `wallet/user-rejected`.
   */
  revoke(id: string, opts?: CallOptions): Promise<void>
}

/** The dependencies of the engine, loaded together with it. */
export interface SmartSessionsParts {
  /** Undefined when the host configured no data service. */
  readonly service: SmartSessionService | undefined
  readonly shapes: PermissionShapes
}

export interface SmartSessionsDeps extends FeatureDeps {
  readonly parts: () => Promise<SmartSessionsParts>
  readonly account: Pick<AccountController, 'state' | 'active' | 'watch'>
  readonly network: Pick<NetworkController, 'state'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly options: Pick<OptionsController, 'state'>
  readonly snackbar: Pick<SnackbarController, 'showError'>
  readonly persistence: Pick<Persistence, 'get' | 'set' | 'onExternalChange'>
  readonly clock: Pick<Clock, 'after' | 'now'>
  readonly log: Pick<Logger, 'error' | 'warn' | 'debug'>
}
