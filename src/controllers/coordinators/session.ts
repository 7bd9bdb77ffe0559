import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { Connection } from '../../core/wallet/connection.ts'
import type { CloseReason } from '../../core/wallet/connector.ts'
import type { Clock, Logger, Page } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'
import type { Guard } from '../base/guard.ts'
import type { AlertController } from '../shell/alert-controller.ts'
import type { OptionsController } from '../shell/options-controller.ts'
import type { AccountController } from '../wallet/account-controller.ts'
import type { Adapters } from '../wallet/adapters.ts'
import type { ConnectorController } from '../wallet/connector-controller.ts'
import type { NetworkController } from '../wallet/network-controller.ts'

export type SessionPhase = 'connecting' | 'reconnecting' | 'disconnecting'

export interface SessionState {
  /** What is under way, per family; absent: nothing. */
  readonly phases: Readonly<Partial<Record<ChainNamespace, SessionPhase>>>
  /** From start until every stored connection is back or given up. */
  readonly reconnecting: boolean
}

export interface SessionEvents {
  established: { readonly connections: readonly Connection[]; readonly restored: boolean }
  ended: { readonly namespaces: readonly ChainNamespace[]; readonly reason: CloseReason }
}

export interface SessionConnectParams {
  readonly connectorId: string
  /** Where to connect; default: where the visitor is. The family of it becomes the active one. */
  readonly network?: CaipNetworkId | undefined
  /** Default: all families that the connector serves and the host configured. */
  readonly namespaces?: readonly ChainNamespace[] | undefined
}

export interface SessionDeps {
  readonly adapters: Adapters
  readonly account: Pick<
    AccountController,
    | 'state'
    | 'isConnected'
    | 'connectedNamespaces'
    | 'namespaceOf'
    | 'setStatus'
    | 'setConnected'
    | 'setAccounts'
  >
  readonly connector: Pick<
    ConnectorController,
    'state' | 'get' | 'find' | 'activeOf' | 'discovering' | 'onFound'
  >
  readonly network: Pick<
    NetworkController,
    | 'state'
    | 'namespaces'
    | 'networkOf'
    | 'find'
    | 'isSupported'
    | 'requested'
    | 'setActiveNamespace'
    | 'setNetworkOf'
    | 'resetNetwork'
  >
  readonly options: Pick<OptionsController, 'state'>
  readonly persistence: Pick<Persistence, 'get' | 'set' | 'clearAddressCaches' | 'onExternalChange'>
  readonly clock: Clock
  readonly guard: Guard
  /** For what the host's developers have to put right. */
  readonly alert?: Pick<AlertController, 'raise'> | undefined
  readonly page?: Pick<Page, 'kind' | 'location' | 'listen' | 'visible'> | undefined
  readonly log: Pick<Logger, 'error' | 'warn'>
}
