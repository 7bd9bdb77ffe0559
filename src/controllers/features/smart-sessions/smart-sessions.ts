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

/** One point in which a wallet granted something else than it was asked for. */
export interface GrantDifference {
  /** What it is about: the type of a permission or of a policy, or the expiry. */
  readonly part: 'expiry' | Permission['type'] | PermissionPolicy['type']
  /** Whether the session may do more by it than the page asked for. */
  readonly wider: boolean
}

/** A session: what a wallet lets a page do without asking again. Times are Unix time in ms. */
export interface SmartSession {
  /** By which `revoke` names it. */
  readonly id: string
  readonly account: Account
  /** By which the wallet knows it: for `capabilities.permissions.context` of `wallet_sendCalls`. Undefined where only the service's name is known. */
  readonly context: Hex | undefined
  /** By which the service knows it. */
  readonly pci: string | undefined
  readonly signer: PermissionSigner | undefined
  readonly permissions: readonly Permission[]
  /** Types of further permissions, which are not known here. */
  readonly otherPermissions: readonly string[]
  readonly policies: readonly PermissionPolicy[]
  readonly grantedAt: number | undefined
  readonly expiresAt: number
  readonly revokedAt: number | undefined
  readonly status: 'active' | 'expired' | 'revoked'
  /** Whether it was granted to this page in this browser. */
  readonly here: boolean
  /** What of it is not as it was asked for. */
  readonly differences: readonly GrantDifference[]
}

/** What a page asks for; the network and the account are the visitor's where they are left out. */
export type GrantRequest = Omit<PermissionRequest, 'chainId'> & Partial<Pick<PermissionRequest, 'chainId'>>

export interface SmartSessionsState {
  /** Of the account that is connected on eip155, on all its networks; newest first. */
  readonly sessions: readonly SmartSession[]
  /** Whether the wallet grants sessions; undefined until it was asked. */
  readonly supported?: boolean | undefined
  readonly loading: boolean
  /** Whether the wallet is being asked for one. */
  readonly granting: boolean
  /** The id of the one that is being revoked. */
  readonly revoking?: string | undefined
  /** The one that was granted last, for who shows it. */
  readonly granted?: SmartSession | undefined
  /** Why the last call failed. */
  readonly error?: LatchkeyError | undefined
}

export interface SmartSessionsEvents {
  granted: SmartSession
  revoked: SmartSession
}

/** See `SmartSessionsController`. */
export interface SmartSessionsCalls {
  /**
   * Has the wallet of eip155 ask its person for a session, once, and remembers what was granted. A caller who leaves while the
   * wallet asks finds it in the list.
   * @throws `permissions/not-enabled`; `permissions/unsupported-namespace`, `connection/not-connected`;
   * `permissions/invalid-request` with what is wrong; `permissions/unsupported` naming what the wallet does not grant;
   * `wallet/request-pending` while another one is being granted; `permissions/no-response`, `permissions/invalid-response`,
   * `permissions/other-grant`; `wallet/user-rejected`.
   */
  grant(request: GrantRequest, opts?: CallOptions): Promise<SmartSession>
  /**
   * Reads the sessions of the account: those of this browser, and those of the service where there is one. Those that are known
   * stay when the service fails.
   * @throws `permissions/list-failed`, `permissions/not-enabled`
   */
  list(opts?: CallOptions): Promise<readonly SmartSession[]>
  /**
   * Has the wallet end a session, and then tells the service, for which the account signs a message. Ended is ended: when
   * telling the service fails, it is revoked all the same. One that is over is left alone.
   * @throws `permissions/unknown`, `permissions/revoke-failed`, `wallet/request-pending` while another one is being revoked,
   * `wallet/user-rejected`.
   */
  revoke(id: string, opts?: CallOptions): Promise<void>
}

/** What the behaviour is made of; fetched with it. */
export interface SmartSessionsParts {
  /** Undefined where the host names no data service. */
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
