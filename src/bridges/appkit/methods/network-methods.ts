import type { Latchkey } from '../../../client/create-latchkey.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { type ChainNetwork, type NetworkInput, networkFrom } from '../../../core/chain/network.ts'
import type { Unsubscribe } from '../../../ports.ts'
import { following } from '../following.ts'
import { type AppKitNetworkState, networkStateOf } from '../readings.ts'

/** Where the visitor is, and the ways to other networks. */
export interface NetworkMethods {
  /** The network of a family, or the one with this id; by default the active one. */
  getCaipNetwork(namespace?: ChainNamespace, id?: string | number): ChainNetwork | undefined
  getCaipNetworkId(): CaipNetworkId | undefined
  getCaipNetworks(namespace?: ChainNamespace): readonly ChainNetwork[]
  getActiveChainNamespace(): ChainNamespace
  getChainId(): number | string | undefined
  subscribeNetwork(listener: (state: AppKitNetworkState) => void): Unsubscribe
  subscribeCaipNetworkChange(listener: (network: ChainNetwork | undefined) => void): Unsubscribe
  /**
   * Moves to a network of the host's, by its id; for any other an alert tells the developer, and nothing moves.
   * @throws what `Latchkey.switchNetwork` throws.
   */
  switchNetwork(network: Pick<NetworkInput, 'id'>): Promise<void>
  /** @throws what `NetworkController.addNetwork` throws. */
  addNetwork(namespace: ChainNamespace, network: NetworkInput): Promise<void>
  /** @throws what `NetworkController.removeNetwork` throws. */
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
    subscribeNetwork: (listener) => following([network], state, listener),
    subscribeCaipNetworkChange: (listener) => following([network], () => state().caipNetwork, listener),
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
