import { type CaipNetworkId, isCaipNetworkId, parseCaipNetworkId } from '../../core/chain/caip.ts'
import { type ChainNamespace, chainNamespaces } from '../../core/chain/namespace.ts'
import { type ChainNetwork, findNetwork, networksOf, unsupportedNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { connectionKey } from '../../core/wallet/connection.ts'
import type { Logger } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'
import { Controller } from '../base/controller.ts'
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
}

export interface NetworkDeps {
  readonly networks: readonly ChainNetwork[]
  /** One of the networks: where a visitor begins who has not been here before. */
  readonly defaultNetwork: ChainNetwork
  readonly connections: Pick<ConnectionsController, 'of' | 'on' | 'subscribe'>
  readonly persistence: Pick<Persistence, 'get' | 'set'>
  readonly log?: Pick<Logger, 'error'> | undefined
}

/** The active family, and the network of each family. Specification 1, sections 3 and 4; facts 3.5 and 5.8. */
export class NetworkController extends Controller<NetworkState, NetworkEvents> {
  readonly #persistence: NetworkDeps['persistence']
  readonly #connections: NetworkDeps['connections']

  constructor({ networks, defaultNetwork: first, connections, persistence, log }: NetworkDeps) {
    const activeNetworks: Partial<Record<ChainNamespace, ChainNetwork>> = {}
    for (const network of [first, ...networks]) activeNetworks[network.chainNamespace] ??= network
    super(
      {
        activeNamespace: first.chainNamespace,
        activeNetworks,
        requestedNetworks: networks,
        supportsAll: {},
        approvedNetworkIds: {},
      },
      log,
    )
    this.#persistence = persistence
    this.#connections = connections
  }

  /**
   * Goes back to where the visitor was. A stored network that is no longer requested is kept, as an unsupported one;
   * a stored family that is no longer requested is dropped. Facts 5.8, "stored-network resolution".
   */
  start(): void {
    const stored = this.#persistence.get('activeNetworkId')
    const namespace = this.#persistence.get('activeNamespace')
    const ids = chainNamespaces.map((one) => this.#persistence.get(connectionKey(one))?.networkId)
    const known = [...ids, stored].flatMap((id) => (isCaipNetworkId(id) ? (this.find(id) ?? []) : []))
    const last = known.find(({ caipNetworkId }) => caipNetworkId === stored)
    this.#move(
      { ...this.state.activeNetworks, ...Object.fromEntries(known.map((one) => [one.chainNamespace, one])) },
      last?.chainNamespace ??
        (namespace && this.state.activeNetworks[namespace] ? namespace : this.state.activeNamespace),
    )
    this.own(this.#connections.subscribe(() => this.#follow()))
    this.own(this.#connections.on('disconnected', ({ namespace }) => this.#leave(namespace)))
  }

  get activeNetwork(): ChainNetwork {
    return this.networkOf(this.state.activeNamespace)
  }

  /** The requested families, in the host's order. */
  get namespaces(): readonly ChainNamespace[] {
    return Object.keys(this.state.activeNetworks) as ChainNamespace[]
  }

  /** @throws `connection/namespace-not-configured` when no network of the family is requested. */
  networkOf<N extends ChainNamespace>(namespace: N): ChainNetwork<N> {
    const network = this.state.activeNetworks[namespace]
    if (!network) throw latchkeyError('connection/namespace-not-configured', { values: { namespace } })
    return network as ChainNetwork<N>
  }

  /** The requested networks of a family, or of all. */
  requested(namespace?: ChainNamespace): readonly ChainNetwork[] {
    const { requestedNetworks } = this.state
    return namespace ? networksOf(requestedNetworks, namespace) : requestedNetworks
  }

  /** A requested network, an unsupported one of a requested family, or nothing. */
  find(id: CaipNetworkId): ChainNetwork | undefined {
    const found = findNetwork(this.state.requestedNetworks, id)
    if (found) return found
    const { namespace } = parseCaipNetworkId(id)
    return this.state.activeNetworks[namespace] && unsupportedNetwork(namespace, id)
  }

  /** Whether the host requested the network; true for a family of which it requested none. Default: the active one. */
  isSupported(network: ChainNetwork = this.activeNetwork): boolean {
    const requested = this.requested(network.chainNamespace)
    return requested.length === 0 || findNetwork(requested, network.caipNetworkId) !== undefined
  }

  /** Moves the family to the network, and the visitor to the family. */
  setActive(network: ChainNetwork): void {
    this.#move({ ...this.state.activeNetworks, [network.chainNamespace]: network }, network.chainNamespace)
  }

  /** Moves the visitor to a family, to the network where that family is. */
  setActiveNamespace(namespace: ChainNamespace): void {
    this.setActive(this.networkOf(namespace))
  }

  /** A connected family is where its wallet is, and may go where the wallet approved. Facts 3.5. */
  #follow(): void {
    const activeNetworks = { ...this.state.activeNetworks }
    const approvedNetworkIds: Partial<Record<ChainNamespace, readonly CaipNetworkId[]>> = {}
    const supportsAll: Partial<Record<ChainNamespace, boolean>> = {}
    for (const namespace of this.namespaces) {
      const connection = this.#connections.of(namespace)
      if (!connection) continue
      activeNetworks[namespace] = connection.network
      supportsAll[namespace] = connection.approvedNetworks === undefined
      if (connection.approvedNetworks) approvedNetworkIds[namespace] = connection.approvedNetworks
    }
    this.batch(() => {
      if (!sameJson(approvedNetworkIds, this.state.approvedNetworkIds)) this.patch({ approvedNetworkIds })
      if (!sameJson(supportsAll, this.state.supportsAll)) this.patch({ supportsAll })
      this.#move(activeNetworks, this.state.activeNamespace)
    })
  }

  /** A network that the host did not request goes with the wallet that brought it along. */
  #leave(namespace: ChainNamespace): void {
    const network = this.state.activeNetworks[namespace]
    const [first] = this.requested(namespace)
    if (network && first && !this.isSupported(network))
      this.#move({ ...this.state.activeNetworks, [namespace]: first }, this.state.activeNamespace)
  }

  #move(activeNetworks: NetworkState['activeNetworks'], activeNamespace: ChainNamespace): void {
    const { state: before, activeNetwork: previous } = this
    const names = Object.keys(activeNetworks) as ChainNamespace[]
    const moved = names.some(
      (name) => activeNetworks[name]?.caipNetworkId !== before.activeNetworks[name]?.caipNetworkId,
    )
    this.patch({ activeNamespace, ...(moved && { activeNetworks }) })
    const network = this.activeNetwork
    if (network.caipNetworkId === previous.caipNetworkId) return
    this.#persistence.set('activeNamespace', activeNamespace)
    this.#persistence.set('activeNetworkId', network.caipNetworkId)
    this.emit('activeChanged', { network, previous })
  }
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
