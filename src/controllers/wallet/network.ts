import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Guard } from '../../core/errors/guard.ts'
import type { Logger } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'
import type { Adapters } from './adapters.ts'
import type { ConnectionsController } from './connections-controller.ts'

type ByFamily<T> = Readonly<Partial<Record<ChainNamespace, T>>>

export interface NetworkState {
  readonly activeNamespace: ChainNamespace
  /** Where each requested family is: the wallet's network while it is connected, else the visitor's choice. */
  readonly activeNetworks: ByFamily<ChainNetwork>
  readonly requestedNetworks: readonly ChainNetwork[]
  /** False where the wallet approved only some networks; absent means true. */
  readonly supportsAll: ByFamily<boolean>
  readonly approvedNetworkIds: ByFamily<readonly CaipNetworkId[]>
}

export interface NetworkEvents {
  /** The network that the visitor looks at is another one, of the same family or of another. */
  activeChanged: { readonly network: ChainNetwork; readonly previous: ChainNetwork }
  /** The host requests one more. */
  added: { readonly network: ChainNetwork }
  /** The host requests it no more. */
  removed: { readonly network: ChainNetwork }
}

export interface NetworkDeps {
  readonly networks: readonly ChainNetwork[]
  /** One of the networks: where a visitor begins who has not been here before. */
  readonly defaultNetwork: ChainNetwork
  readonly connections: Pick<ConnectionsController, 'of' | 'on' | 'subscribe' | 'update'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly guard: Guard
  readonly persistence: Pick<Persistence, 'get' | 'set'>
  readonly log?: Pick<Logger, 'error'> | undefined
}
