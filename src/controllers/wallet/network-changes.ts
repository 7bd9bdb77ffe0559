import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { findNetwork, type NetworkInput, networkFrom, networksOf } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Check } from '../../core/json/check.ts'
import type { CallOptions } from '../../ports.ts'
import type { FeatureHost } from '../base/feature-controller.ts'
import type { NetworkDeps, NetworkEvents, NetworkState } from './network.ts'

/** Implements `addNetwork` and `removeNetwork` of `NetworkController`. Loads at the first call. */
export class NetworkChanges {
  readonly #deps: Pick<NetworkDeps, 'adapters' | 'connections'>
  readonly #host: FeatureHost<NetworkState, NetworkEvents>
  readonly #check: Check
  /**
   * The pending removal. Removals run one at a time: a removal may switch the wallet to the network that the next removal
   * removes.
   */
  #removal: Promise<unknown> = Promise.resolve()

  constructor(
    deps: Pick<NetworkDeps, 'adapters' | 'connections'>,
    host: FeatureHost<NetworkState, NetworkEvents>,
    check: Check,
  ) {
    this.#deps = deps
    this.#check = check
    this.#host = host
  }

  async add(input: NetworkInput): Promise<void> {
    const problem = this.#check(input)
    if (problem) throw refused(`network${problem.path}`, problem.reason)
    const network = networkFrom(input)
    const { requestedNetworks, activeNetworks } = this.#host.state
    const { caipNetworkId, chainNamespace } = network
    if (findNetwork(requestedNetworks, caipNetworkId)) return
    const { connections } = this.#deps
    const here = activeNetworks[chainNamespace] ?? network
    this.#host.patch({
      requestedNetworks: [...requestedNetworks, network],
      // If the network was active as an unsupported network, use the host's definition of it from now on.
      activeNetworks: {
        ...activeNetworks,
        [chainNamespace]: here.caipNetworkId === caipNetworkId ? network : here,
      },
    })
    const connection = connections.of(chainNamespace)
    if (connection?.network.caipNetworkId === caipNetworkId) connections.update(connection.id, { network })
    this.#host.emit('added', { network })
    await this.#readApprovals(chainNamespace)
  }

  /** Removes a network, and returns its family. */
  remove(id: CaipNetworkId, opts?: CallOptions): Promise<ChainNamespace> {
    const removal = this.#removal.then(() => this.#remove(id, opts))
    this.#removal = removal.catch(() => {})
    return raceAbort(removal, opts?.signal)
  }

  async #remove(id: CaipNetworkId, opts: CallOptions | undefined): Promise<ChainNamespace> {
    const { connections, adapters } = this.#deps
    throwIfAborted(opts?.signal)
    const network = findNetwork(this.#host.state.requestedNetworks, id)
    if (!network) throw latchkeyError('network/not-requested', { values: { network: id } })
    const { chainNamespace } = network
    const left = networksOf(this.#host.state.requestedNetworks, chainNamespace).filter(
      (one) => one.caipNetworkId !== id,
    )
    const [first] = left
    if (!first) throw refused('networks', `must keep one network of ${chainNamespace}`)
    const connection = connections.of(chainNamespace)
    if (connection?.network.caipNetworkId === id) {
      const adapter = await adapters.get(chainNamespace)
      throwIfAborted(opts?.signal)
      const seen = await adapter.switchNetwork(connection.id, first, opts)
      connections.update(connection.id, { network: seen })
      throwIfAborted(opts?.signal)
    }
    const { requestedNetworks } = this.#host.state
    this.#host.patch({ requestedNetworks: requestedNetworks.filter((one) => one.caipNetworkId !== id) })
    this.#host.emit('removed', { network })
    await this.#readApprovals(chainNamespace)
    return chainNamespace
  }

  /** Reads again which networks the family's wallet approves. Some wallets approve all requested networks. */
  async #readApprovals(namespace: ChainNamespace): Promise<void> {
    const { connections, adapters } = this.#deps
    const { id } = connections.of(namespace) ?? {}
    if (id === undefined) return
    const live = (await adapters.get(namespace)).connections().find((one) => one.id === id)
    if (live) connections.update(id, { approvedNetworks: live.approvedNetworks })
  }
}

function refused(field: string, reason: string) {
  return latchkeyError('config/invalid-options', { values: { field, reason } })
}
