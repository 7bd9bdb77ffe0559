import type { Latchkey } from '../../../client/create-latchkey.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { type ChainNetwork, type NetworkInput, networkFrom } from '../../../core/chain/network.ts'
import type { Unsubscribe } from '../../../ports.ts'
import { type AppKitNetworkState, networkStateOf } from '../state-shapes.ts'
import { watchValue } from '../watch-value.ts'

/** The methods for networks. */
export interface NetworkMethods {
  /**
   * Returns the network with this id in a family, or in any family if `namespace` is undefined. Without an id, returns the
   * family's active network. `namespace` is then the active family by default.
   */
  getCaipNetwork(namespace?: ChainNamespace, id?: string | number): ChainNetwork | undefined
  getCaipNetworkId(): CaipNetworkId | undefined
  getCaipNetworks(namespace?: ChainNamespace): readonly ChainNetwork[]
  getActiveChainNamespace(): ChainNamespace
  getChainId(): number | string | undefined
  subscribeNetwork(listener: (state: AppKitNetworkState) => void): Unsubscribe
  subscribeCaipNetworkChange(listener: (network: ChainNetwork | undefined) => void): Unsubscribe
  /**
   * Switches to a network of the host by its id. If the host has no network with this id, alerts the developer and does nothing
   * else.
   * @throws the errors of `Latchkey.switchNetwork`.
   */
  switchNetwork(network: Pick<NetworkInput, 'id'>): Promise<void>
  /** Adds a network. @throws the errors of `NetworkController.addNetwork`. */
  addNetwork(namespace: ChainNamespace, network: NetworkInput): Promise<void>
  /** Removes a network. @throws the errors of `NetworkController.removeNetwork`. */
  removeNetwork(namespace: ChainNamespace, id: string | number): Promise<void>
}

export function networkMethods(client: Latchkey): NetworkMethods {
  const { network } = client
  const state = () => networkStateOf(network.state)
  const find = (id: string | number, namespace?: ChainNamespace) =>
    network.requested(namespace).find((one) => `${one.id}` === `${id}`)
  return {
    getCaipNetwork: (namespace, id) =>
      id === undefined
        ? networkStateOf(network.state, namespace ?? network.state.activeNamespace).caipNetwork
        : find(id, namespace),
    getCaipNetworkId: () => state().caipNetworkId,
    getCaipNetworks: (namespace) => network.requested(namespace),
    getActiveChainNamespace: () => network.state.activeNamespace,
    getChainId: () => state().chainId,
    subscribeNetwork: (listener) => watchValue([network], state, listener),
    subscribeCaipNetworkChange: (listener) => watchValue([network], () => state().caipNetwork, listener),
    async switchNetwork(wanted) {
      const { caipNetworkId, chainNamespace } = networkFrom(wanted as NetworkInput)
      const id = network.requested().some((one) => one.caipNetworkId === caipNetworkId)
        ? caipNetworkId
        : find(wanted.id, chainNamespace)?.caipNetworkId
      if (id) await client.switchNetwork(id)
      else await client.alert.raise('networkNotFound')
    },
    addNetwork: (_, added) => network.addNetwork(added),
    removeNetwork: (namespace, id) => network.removeNetwork(`${namespace}:${id}`),
  }
}
