import { type CaipNetworkId, isCaipNetworkId, parseCaipNetworkId } from '../../core/chain/caip.ts'
import { type ChainNamespace, chainNamespaces } from '../../core/chain/namespace.ts'
import {
  type ChainNetwork,
  findNetwork,
  type NetworkInput,
  networksOf,
  unsupportedNetwork,
} from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { connectionKey } from '../../core/wallet/connection.ts'
import type { CallOptions } from '../../ports.ts'
import { hasSameContent } from '../base/controller.ts'
import { FeatureController } from '../base/feature-controller.ts'
import type { NetworkDeps, NetworkEvents, NetworkState } from './network.ts'
import type { NetworkChanges } from './network-changes.ts'

/** Holds the active family, and the network of each family (S1.3, S1.4, S3.3.5, S3.5.8). */
export class NetworkController extends FeatureController<NetworkState, NetworkEvents, NetworkChanges> {
  readonly #persistence: NetworkDeps['persistence']
  readonly #connections: NetworkDeps['connections']

  constructor(deps: NetworkDeps) {
    const { networks, defaultNetwork: first, connections, persistence } = deps
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
      deps,
      async (host) => {
        const [{ NetworkChanges }, { checkNetwork }] = await Promise.all([
          import('./network-changes.ts'),
          import('../../core/chain/check-network.ts'),
        ])
        return new NetworkChanges(deps, host, checkNetwork)
      },
    )
    this.#persistence = persistence
    this.#connections = connections
  }

  /**
   * Restores the networks of the last visit. A network that the host doesn't request anymore becomes an unsupported network. A
   * family that the host doesn't request anymore is dropped (S3.5.8, "stored-network resolution").
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

  /** The requested families: the default network's family, then the others in the host's order. */
  get namespaces(): readonly ChainNamespace[] {
    return Object.keys(this.state.activeNetworks) as ChainNamespace[]
  }

  /**
   * Returns the family's network.
   * @throws `connection/namespace-not-configured` if the host requests no network of the family.
   */
  networkOf<N extends ChainNamespace>(namespace: N): ChainNetwork<N> {
    const network = this.state.activeNetworks[namespace]
    if (!network) throw latchkeyError('connection/namespace-not-configured', { values: { namespace } })
    return network as ChainNetwork<N>
  }

  /** Returns the requested networks of one family, or of all families. */
  requested(namespace?: ChainNamespace): readonly ChainNetwork[] {
    const { requestedNetworks } = this.state
    return namespace ? networksOf(requestedNetworks, namespace) : requestedNetworks
  }

  /**
   * Finds a requested network. For another network of a requested family, returns an unsupported network. For any other id,
   * returns undefined.
   */
  find(id: CaipNetworkId): ChainNetwork | undefined {
    const found = findNetwork(this.state.requestedNetworks, id)
    if (found) return found
    const { namespace } = parseCaipNetworkId(id)
    return this.state.activeNetworks[namespace] && unsupportedNetwork(namespace, id)
  }

  /**
   * Returns whether the host requests the network, by default the active network. Also returns true for a family without
   * requested networks.
   */
  isSupported(network: ChainNetwork = this.activeNetwork): boolean {
    const requested = this.requested(network.chainNamespace)
    return requested.length === 0 || findNetwork(requested, network.caipNetworkId) !== undefined
  }

  /** Sets the family's current network to this network, and makes the family active. */
  setActive(network: ChainNetwork): void {
    this.#move({ ...this.state.activeNetworks, [network.chainNamespace]: network }, network.chainNamespace)
  }

  /** Makes the family active. The family keeps its current network. */
  setActiveNamespace(namespace: ChainNamespace): void {
    this.setActive(this.networkOf(namespace))
  }

  /**
   * Adds a requested network: the modal lists it, adapters and endpoints can use it, and the next connect requests it from the
   * wallet. Does nothing if the network is already requested. The network isn't stored, so add it again at the next visit.
   * @throws `config/invalid-options`, which names the invalid field.
   */
  addNetwork(network: NetworkInput, opts?: CallOptions): Promise<void> {
    return this.run((changes) => changes.add(network), opts)
  }

  /**
   * Removes a requested network. If this network is the family's active network, the family switches to its first remaining
   * network. A connected wallet must switch first. If the wallet doesn't switch, the network isn't removed.
   * @throws `network/not-requested`; `config/invalid-options` for a family's last network; any error of `switchNetwork`.
   */
  removeNetwork(id: CaipNetworkId, opts?: CallOptions): Promise<void> {
    return this.run(async (changes) => this.#leave(await changes.remove(id, opts)), opts)
  }

  /** Copies each connected wallet's network and approved networks to the state (S3.3.5). */
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
      const { approvedNetworkIds: approved, supportsAll: supported } = this.state
      if (!hasSameContent([approvedNetworkIds, supportsAll], [approved, supported]))
        this.patch({ approvedNetworkIds, supportsAll })
      this.#move(activeNetworks, this.state.activeNamespace)
    })
  }

  /**
   * Moves a family without a connection from an unsupported network to its first requested network. Called after a disconnect
   * and after a removal.
   */
  #leave(namespace: ChainNamespace): void {
    const network = this.state.activeNetworks[namespace]
    const [first] = this.requested(namespace)
    if (network && first && !this.#connections.of(namespace) && !this.isSupported(network))
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
