import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { Guard } from '../../core/errors/guard.ts'
import type { Connection } from '../../core/wallet/connection.ts'
import type { CloseReason } from '../../core/wallet/connector.ts'
import type { Clock, Logger, Page } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'
import type { SignInController } from '../features/sign-in/sign-in-controller.ts'
import type { AlertController } from '../shell/alert-controller.ts'
import type { OptionsController } from '../shell/options-controller.ts'
import type { Adapters } from '../wallet/adapters.ts'
import type { ConnectionsController } from '../wallet/connections-controller.ts'
import type { ConnectorController } from '../wallet/connector-controller.ts'
import type { NetworkController } from '../wallet/network-controller.ts'

/** The visitor's request to connect a wallet, and its progress. */
export interface ConnectAttempt {
  readonly params: SessionConnectParams
  /** The phase `done` lasts until the promise of the caller has resolved. */
  readonly phase: 'waiting' | 'failed' | 'done'
  readonly error?: unknown
}

export interface SessionState {
  /** The latest connect request, until it succeeds or is canceled. */
  readonly attempt: ConnectAttempt | undefined
}

export interface SessionEvents {
  established: {
    readonly connections: readonly Connection[]
    readonly restored: boolean
    /** Whether a restored account isn't the stored one, because the visitor selected another account in the wallet. */
    readonly changed: boolean
  }
  ended: {
    readonly namespaces: readonly ChainNamespace[]
    readonly reason: CloseReason
    /**
     * For the reason `locked`: true if the wallet may have revoked its permission, because this wallet can't tell a lock from a
     * revocation. In that case, the visitor's sign-in ends too.
     */
    readonly mayBeRevoked?: boolean
    /** True if another tab disconnected or replaced the wallet, and this tab follows. */
    readonly elsewhere?: boolean
  }
  /** A requested disconnect has ended. `namespace` is undefined if all families were disconnected. For analytics. */
  disconnected: { readonly namespace: ChainNamespace | undefined }
}

export interface SessionConnectParams<N extends ChainNamespace = ChainNamespace> {
  readonly connectorId: string
  /**
   * The network to connect on. The network's family becomes active. Default: the family's current network if the wallet's session
   * covers it, otherwise the network that the wallet is on.
   */
  readonly network?: CaipNetworkId | undefined
  /** The families to connect. Default: all families that the connector supports and the host configured. */
  readonly namespaces?: readonly N[] | undefined
}

export interface SessionDeps {
  readonly adapters: Adapters
  readonly connections: ConnectionsController
  readonly connector: Pick<
    ConnectorController,
    'state' | 'get' | 'find' | 'activeOf' | 'discovering' | 'discover' | 'onFound' | 'walletConnect'
  >
  readonly network: Pick<
    NetworkController,
    'on' | 'state' | 'namespaces' | 'networkOf' | 'find' | 'isSupported' | 'requested' | 'setActiveNamespace'
  >
  readonly options: Pick<OptionsController, 'state'>
  readonly persistence: Pick<
    Persistence,
    'get' | 'set' | 'remove' | 'clearCaches' | 'exclusively' | 'onExternalChange'
  >
  /** Undefined if the host disabled sign-in. */
  readonly signIn?: Pick<SignInController, 'createMessage' | 'keep'> | undefined
  readonly clock: Clock
  readonly guard: Guard
  /** Shows alerts to the host's developers. */
  readonly alert?: Pick<AlertController, 'raise'> | undefined
  readonly page?: Pick<Page, 'kind' | 'location' | 'listen' | 'visible' | 'parent'> | undefined
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/** Returns whether all families of a connector of this type share one session and disconnect together (S3.5.8). */
export function sharesSession(type: string | undefined): boolean {
  return type === 'WALLET_CONNECT' || type === 'AUTH' || type === 'ID_AUTH'
}

/** Returns the families that share the family's session, including the family itself and families that wait for their wallet. */
export function sharing(
  { connections: { state } }: Pick<SessionDeps, 'connections'>,
  namespace: ChainNamespace,
): readonly ChainNamespace[] {
  const idOf = (one: ChainNamespace) => (state[one].connection ?? state[one].remembered)?.connectorId
  const { wallet, remembered } = state[namespace]
  if (!sharesSession((wallet ?? remembered)?.type)) return [namespace]
  return (Object.keys(state) as ChainNamespace[]).filter((one) => idOf(one) === idOf(namespace))
}
