import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Guard } from '../../core/errors/guard.ts'
import type { Logger } from '../../ports.ts'
import type { AlertController } from '../shell/alert-controller.ts'
import type { RouterController } from '../shell/router-controller.ts'
import type { Adapters } from '../wallet/adapters.ts'
import type { ConnectionsController } from '../wallet/connections-controller.ts'
import type { ConnectorController } from '../wallet/connector-controller.ts'
import type { NetworkController } from '../wallet/network-controller.ts'

export interface NetworkSwitchState {
  readonly phase: 'idle' | 'switching'
  /** The network that the pending switch switches to. */
  readonly target: ChainNetwork | undefined
}

export interface SwitchRequestOptions {
  /** Whether to show SwitchNetwork even if the visitor must first connect the family of the network. */
  readonly ignoreSwitchConfirmation?: boolean
}

export interface NetworkSwitchEvents {
  switched: { readonly network: ChainNetwork; readonly fromUnsupported: boolean }
  failed: { readonly network: ChainNetwork; readonly error: unknown }
}

export interface NetworkSwitchDeps {
  readonly network: Pick<
    NetworkController,
    'state' | 'activeNetwork' | 'find' | 'isSupported' | 'setActive' | 'setActiveNamespace'
  >
  readonly connections: Pick<ConnectionsController, 'of' | 'isConnected' | 'update'>
  readonly connector: Pick<ConnectorController, 'activeOf'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly router: Pick<RouterController, 'push' | 'state'>
  readonly alert: Pick<AlertController, 'raise'>
  readonly guard: Guard
  readonly log?: Pick<Logger, 'error'> | undefined
}
