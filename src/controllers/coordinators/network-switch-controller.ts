import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { type ChainNetwork, findNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { CallOptions } from '../../ports.ts'
import { FeatureController } from '../base/feature-controller.ts'
import type { NetworkSwitchDeps, NetworkSwitchEvents, NetworkSwitchState } from './network-switch.ts'
import type { NetworkSwitches } from './network-switches.ts'

/**
 * Decides how the visitor gets to another network, and takes them there. It has never heard of the modal, which listens
 * to `switched` and `failed`. Specification 1, section 2 "Network switching" and section 4 "Active network switch".
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
   * Shows the view from which the visitor goes on: SwitchNetwork, or SwitchActiveChain when they have to connect the
   * other family first. Nothing happens when the target is active already. Facts 3.11, "onSwitchNetwork".
   * @throws `network/not-requested` for a network of a family without networks.
   */
  request(id: CaipNetworkId, options: { readonly ignoreSwitchConfirmation?: boolean } = {}): void {
    const { network, connections, connector, router } = this.#deps
    // A family may be where its wallet is, on a network that nobody requested.
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
   * Goes to a network: asks the wallet when the family is connected, and moves only once the wallet is there. A second
   * call for the same network joins the first; one for another network takes its place. A failure moves nothing.
   * @throws `network/not-requested`, `network/switch-failed`, `wallet/user-rejected`,
   * `adapter/unsupported`, `flow/aborted`, `flow/superseded`, or what the wallet reports.
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
