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
  /**
   * The network of each requested family. While a wallet is connected, this is the wallet's network. Otherwise it is the network
   * that the visitor chose last, by default `defaultNetwork` or the family's first network.
   */
  readonly activeNetworks: ByFamily<ChainNetwork>
  readonly requestedNetworks: readonly ChainNetwork[]
  /** False if the wallet approved only some networks. Undefined means true. */
  readonly supportsAll: ByFamily<boolean>
  readonly approvedNetworkIds: ByFamily<readonly CaipNetworkId[]>
}

export interface NetworkEvents {
  /** Another network became active, of the same family or of another family. */
  activeChanged: { readonly network: ChainNetwork; readonly previous: ChainNetwork }
  /** The host added a requested network. */
  added: { readonly network: ChainNetwork }
  /** The host removed a requested network. */
  removed: { readonly network: ChainNetwork }
}

export interface NetworkDeps {
  readonly networks: readonly ChainNetwork[]
  /** The active network at the first visit. One of `networks`. */
  readonly defaultNetwork: ChainNetwork
  readonly connections: Pick<ConnectionsController, 'of' | 'on' | 'subscribe' | 'update'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly guard: Guard
  readonly persistence: Pick<Persistence, 'get' | 'set'>
  readonly log?: Pick<Logger, 'error'> | undefined
}
