import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { type ChainNetwork, findNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { CallOptions } from '../../ports.ts'
import { FeatureController } from '../base/feature-controller.ts'
import type { NetworkSwitchDeps, NetworkSwitchEvents, NetworkSwitchState } from './network-switch.ts'
import type { NetworkSwitches } from './network-switches.ts'

/**
 * Decides how the visitor switches to another network, and performs the switch (S1.2 "Network switching", S1.4 "Active network
 * switch"). This controller does not know the modal, which listens to `switched` and `failed`.
 */
export class NetworkSwitchController extends FeatureController<
  NetworkSwitchState,
  NetworkSwitchEvents,
  NetworkSwitches
> {
  readonly #deps: NetworkSwitchDeps

  constructor(deps: NetworkSwitchDeps) {
    super({ phase: 'idle', target: undefined }, deps, async (host) => {
      const { NetworkSwitches } = await import('./network-switches.ts')
      return new NetworkSwitches(deps, host)
    })
    this.#deps = deps
  }

  /**
   * Shows the view that leads to the network: SwitchNetwork, or SwitchActiveChain if the visitor has to connect the
   * other family first. Does nothing if the network is active already (S3.3.11, "onSwitchNetwork").
   * @throws `network/not-requested` for a network of a family without networks.
   */
  request(id: CaipNetworkId, options: { readonly ignoreSwitchConfirmation?: boolean } = {}): void {
    const { network, connections, connector, router } = this.#deps
    // Accept an unsupported network too: a connected wallet may be on one.
    const target = network.find(id) ?? this.#requested(id)
    const active = network.activeNetwork
    if (target.caipNetworkId === active.caipNetworkId) return
    const here = active.chainNamespace
    const there = target.chainNamespace
    const through = connector.activeOf(here)
    const embedded = through?.type === 'AUTH' && through.chains.includes(there)
    const mustConnect = here !== there && connections.isConnected(here) && !connections.isConnected(there)
    const data = { ...router.state.data, network: target }
    if (!options.ignoreSwitchConfirmation && !embedded && mustConnect) {
      router.push('SwitchActiveChain', {
        ...data,
        switchToChain: there,
        navigateTo: 'Connect',
        navigateWithReplace: true,
      })
    } else router.push('SwitchNetwork', data)
  }

  /**
   * Switches to a network. A connected wallet is asked first, and the network becomes active only after the wallet has
   * switched. A second call for the same network joins the first; a call for another network replaces the pending switch. A
   * failure changes nothing.
   * @throws `network/not-requested`, `network/switch-failed`, `wallet/user-rejected`, `adapter/unsupported`,
   * `flow/aborted`, `flow/superseded`, or the wallet's error.
   */
  switchTo(id: CaipNetworkId, opts: CallOptions = {}): Promise<void> {
    return this.run((switches) => switches.to(this.#requested(id), opts.signal), opts)
  }

  #requested(id: CaipNetworkId): ChainNetwork {
    const found = findNetwork(this.#deps.network.state.requestedNetworks, id)
    if (found) return found
    this.#deps.alert.raise('networkNotFound')
    throw latchkeyError('network/not-requested', { values: { network: id } })
  }
}
