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

/** A difference between the page's request and the wallet's grant. */
export interface GrantDifference {
  /** What differs: the expiry, or the type of the permission or policy. */
  readonly part: 'expiry' | Permission['type'] | PermissionPolicy['type']
  /** Whether the difference allows more than the page requested. */
  readonly wider: boolean
  /** The contract's address, if the permission is for a contract. */
  readonly address?: Hex | undefined
}

/** What the page requested for a session. */
export interface SessionRequest {
  readonly permissions: readonly Permission[]
  readonly policies: readonly PermissionPolicy[]
  /** In ms since the Unix epoch. */
  readonly expiresAt: number
}

/** A smart session: what a wallet allows a page to do without asking the visitor again. Times are in ms since the Unix epoch. */
export interface SmartSession {
  /** The id to pass to `revoke`. */
  readonly id: string
  readonly account: Account
  /**
   * The wallet's id of the session, for `capabilities.permissions.context` of `wallet_sendCalls` (EIP-5792). Undefined if only
   * the data service's id is known.
   */
  readonly context: Hex | undefined
  /** The service's id of the session. */
  readonly pci: string | undefined
  readonly signer: PermissionSigner | undefined
  readonly permissions: readonly Permission[]
  /** The types of the granted permissions that this version of the library doesn't know. */
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
  /** Undefined if only the service knows the session, or an older version stored it. */
  readonly requested?: SessionRequest | undefined
}

/** A permission request. By default, `chainId` and `address` are those of the connected eip155 account. */
export type GrantRequest = Omit<PermissionRequest, 'chainId'> & Partial<Pick<PermissionRequest, 'chainId'>>

export interface SmartSessionsState {
  /** The sessions of the connected eip155 account on all networks, newest first. */
  readonly sessions: readonly SmartSession[]
  /** Whether the wallet grants sessions. Undefined until the wallet was asked. */
  readonly supported?: boolean | undefined
  readonly loading: boolean
  /** Whether the wallet is being asked to grant a session. */
  readonly granting: boolean
  /** The id of the session that is being revoked. */
  readonly revoking?: string | undefined
  /** The last granted session, for views. */
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
   * Asks the eip155 wallet to grant a session, and stores the session. If the caller aborts, the wallet may still grant the
   * session. If so, the list contains it.
   * @throws `permissions/not-enabled`; `permissions/unsupported-namespace`, `connection/not-connected`;
   * `permissions/invalid-request` with the reason; `network/not-requested`; `permissions/unsupported`, which names what the
   * wallet doesn't grant; `wallet/request-pending` while another session is being granted; `permissions/no-response`,
   * `permissions/invalid-response`, `permissions/other-grant`; `wallet/user-rejected`.
   */
  grant(request: GrantRequest, opts?: CallOptions): Promise<SmartSession>
  /**
   * Loads the account's sessions from this browser, and from the data service if the host configured one. If the service fails,
   * the state keeps the known sessions.
   * @throws `permissions/list-failed`, `permissions/not-enabled`, `permissions/unsupported-namespace`, `connection/not-connected`
   */
  list(opts?: CallOptions): Promise<readonly SmartSession[]>
  /**
   * Revokes a session in the wallet, if its `context` is known. Then informs the service with a message that the account signs.
   * If the service fails after the wallet has revoked the session, the call still succeeds. Does nothing if the session has
   * already ended.
   * @throws `permissions/not-enabled`, `permissions/unknown`, `permissions/revoke-failed`, `wallet/request-pending` while another
   * session is being revoked, `wallet/user-rejected`.
   */
  revoke(id: string, opts?: CallOptions): Promise<void>
}

/** The engine's dependencies, which load together with the engine. */
export interface SmartSessionsParts {
  /** Undefined if the host configured no data service. */
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
