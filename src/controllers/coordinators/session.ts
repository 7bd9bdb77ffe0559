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

/** What a visitor asked a wallet for, and how that goes. */
export interface ConnectAttempt {
  readonly params: SessionConnectParams
  /** `done` until whoever waits has heard of it. */
  readonly phase: 'waiting' | 'failed' | 'done'
  readonly error?: unknown
}

export interface SessionState {
  /** The latest connect, until it has led to a connection, or was given up. */
  readonly attempt: ConnectAttempt | undefined
}

export interface SessionEvents {
  established: { readonly connections: readonly Connection[]; readonly restored: boolean }
  ended: { readonly namespaces: readonly ChainNamespace[]; readonly reason: CloseReason }
  /** As the visitor or the host asked, and the wallets know; no family is named where all were meant. For who counts. */
  disconnected: { readonly namespace: ChainNamespace | undefined }
}

export interface SessionConnectParams<N extends ChainNamespace = ChainNamespace> {
  readonly connectorId: string
  /** Where to connect; default: where the visitor is. The family of it becomes the active one. */
  readonly network?: CaipNetworkId | undefined
  /** Default: all families that the connector serves and the host configured. */
  readonly namespaces?: readonly N[] | undefined
}

export interface SessionDeps {
  readonly adapters: Adapters
  readonly connections: ConnectionsController
  readonly connector: Pick<
    ConnectorController,
    'get' | 'find' | 'activeOf' | 'discovering' | 'look' | 'onFound'
  >
  readonly network: Pick<
    NetworkController,
    'state' | 'namespaces' | 'networkOf' | 'find' | 'isSupported' | 'requested' | 'setActiveNamespace'
  >
  readonly options: Pick<OptionsController, 'state'>
  readonly persistence: Pick<
    Persistence,
    'get' | 'set' | 'remove' | 'clearCaches' | 'exclusively' | 'onExternalChange'
  >
  /** Absent where the host asks for no sign-in. */
  readonly signIn?: Pick<SignInController, 'createMessage' | 'keep'> | undefined
  readonly clock: Clock
  readonly guard: Guard
  /** For what the host's developers have to put right. */
  readonly alert?: Pick<AlertController, 'raise'> | undefined
  readonly page?: Pick<Page, 'kind' | 'location' | 'listen' | 'visible' | 'parent'> | undefined
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/** Families that are connected through one of these share one session, and end together. Facts 5.8. */
const shared: readonly string[] = ['WALLET_CONNECT', 'AUTH', 'ID_AUTH']

/** The families that share the session of one, itself included. */
export function sharing(
  { connector, connections }: Pick<SessionDeps, 'connector' | 'connections'>,
  namespace: ChainNamespace,
): readonly ChainNamespace[] {
  const through = connector.activeOf(namespace)
  return through && shared.includes(through.type) ? connections.through(through.id) : [namespace]
}
