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
 * Decides how the visitor switches to another network, and performs the switch (S1.2 "Network switching", S1.4 "Active network
 * switch"). This controller does not know the modal, which listens to `switched` and `failed`.
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
   * Shows the view that leads to the network: SwitchNetwork, or SwitchActiveChain if the visitor has to connect the
   * other family first. Does nothing if the network is active already (S3.3.11, "onSwitchNetwork").
   * @throws `network/not-requested` for a network of a family without networks.
   */
  request(id: CaipNetworkId, options: SwitchRequestOptions = {}): Promise<void> {
    return this.run((switches) => switches.request(id, options))
  }

  /**
   * Switches to a network. A connected wallet is asked first, and the network becomes active only after the wallet has
   * switched. A second call for the same network joins the first; a call for another network replaces the pending switch. A
   * failure changes nothing.
   * @throws `network/not-requested`, `network/switch-failed`, `wallet/user-rejected`, `adapter/unsupported`,
   * `flow/aborted`, `flow/superseded`, or the wallet's error.
   */
  switchTo(id: CaipNetworkId, opts: CallOptions = {}): Promise<void> {
    return this.run((switches) => switches.to(id, opts.signal), opts)
  }
}
