import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { CallOptions } from '../../ports.ts'
import { FeatureController } from '../base/feature-controller.ts'
import type {
  NetworkSwitchDeps,
  NetworkSwitchEvents,
  NetworkSwitchState,
  SwitchRequestOptions,
} from './network-switch.ts'
import type { NetworkSwitches } from './network-switches.ts'

/**
 * Decides how the visitor switches to another network, and switches (S1.2 "Network switching", S1.4 "Active network switch").
 * The modal listens to the events `switched` and `failed`.
 */
export class NetworkSwitchController extends FeatureController<
  NetworkSwitchState,
  NetworkSwitchEvents,
  NetworkSwitches
> {
  constructor(deps: NetworkSwitchDeps) {
    super({ phase: 'idle', target: undefined }, deps, async (host) => {
      const { NetworkSwitches } = await import('./network-switches.ts')
      return new NetworkSwitches(deps, host)
    })
  }

  /**
   * Shows the view for the switch: SwitchNetwork, or SwitchActiveChain if the visitor must first connect the family of the
   * network. Does nothing if the network is already active (S3.3.11, "onSwitchNetwork").
   * @throws `network/not-requested` if the host requested no networks of the network's family.
   */
  request(id: CaipNetworkId, options: SwitchRequestOptions = {}): Promise<void> {
    return this.run((switches) => switches.request(id, options))
  }

  /**
   * Switches to a network. If a wallet is connected, the network becomes active only after the wallet has switched. A second
   * call for the same network shares the pending switch. A call for another network replaces the pending switch. If the switch
   * fails, nothing changes.
   * @throws `network/not-requested`, `network/switch-failed`, `wallet/user-rejected`, `adapter/unsupported`, `flow/aborted`,
   * `flow/superseded`, or the wallet's error.
   */
  switchTo(id: CaipNetworkId, opts: CallOptions = {}): Promise<void> {
    return this.run((switches) => switches.to(id, opts.signal), opts)
  }
}
