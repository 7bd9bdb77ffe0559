import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { type ChainNetwork, findNetwork } from '../../core/chain/network.ts'
import { ConfigError, ConnectionError, FlowError, isLatchkeyError } from '../../core/errors/core-error.ts'
import { raceAbort, throwIfAborted } from '../../core/timing.ts'
import type { CallOptions, Logger } from '../../ports.ts'
import { Controller } from '../base/controller.ts'
import type { Guard } from '../base/guard.ts'
import type { AlertController } from '../shell/alert-controller.ts'
import type { RouterController } from '../shell/router-controller.ts'
import type { AccountController } from '../wallet/account-controller.ts'
import type { Adapters } from '../wallet/adapters.ts'
import type { ConnectorController } from '../wallet/connector-controller.ts'
import type { NetworkController } from '../wallet/network-controller.ts'

export interface NetworkSwitchState {
  readonly phase: 'idle' | 'switching'
  /** Where the switch under way leads. */
  readonly target: ChainNetwork | undefined
}

export interface NetworkSwitchEvents {
  switched: { readonly network: ChainNetwork; readonly fromUnsupported: boolean }
  failed: { readonly network: ChainNetwork; readonly error: unknown }
}

export interface NetworkSwitchDeps {
  readonly network: Pick<NetworkController, 'state' | 'activeNetwork' | 'find' | 'isSupported' | 'setActive'>
  readonly account: Pick<AccountController, 'state' | 'isConnected'>
  readonly connector: Pick<ConnectorController, 'activeOf'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly router: Pick<RouterController, 'push' | 'state'>
  readonly alert: Pick<AlertController, 'raise'>
  readonly guard: Guard
  readonly log?: Pick<Logger, 'error'> | undefined
}

interface Switch {
  readonly target: ChainNetwork
  readonly control: AbortController
  readonly done: Promise<void>
  waiting: number
}

/**
 * Decides how the visitor gets to another network, and takes them there. It has never heard of the modal, which listens
 * to `switched` and `failed`. Specification 1, section 2 "Network switching" and section 4 "Active network switch".
 */
export class NetworkSwitchController extends Controller<NetworkSwitchState, NetworkSwitchEvents> {
  readonly #deps: NetworkSwitchDeps
  #current: Switch | undefined

  constructor(deps: NetworkSwitchDeps) {
    super({ phase: 'idle', target: undefined }, deps.log)
    this.#deps = deps
  }

  start(): void {
    this.own(() => this.#current?.control.abort(new ConfigError('config/disposed')))
  }

  /**
   * Shows the view from which the visitor goes on: SwitchNetwork, or SwitchActiveChain when they have to connect the
   * other family first. Nothing happens when the target is active already. Facts 3.11, "onSwitchNetwork".
   * @throws `network/not-requested` for a network of a family without networks.
   */
  request(id: CaipNetworkId, options: { readonly ignoreSwitchConfirmation?: boolean } = {}): void {
    const { network, account, connector, router } = this.#deps
    // A family may be where its wallet is, on a network that nobody requested.
    const target = network.find(id) ?? this.#requested(id)
    const active = network.activeNetwork
    if (target.caipNetworkId === active.caipNetworkId) return
    const here = active.chainNamespace
    const there = target.chainNamespace
    const through = connector.activeOf(here)
    const embedded = through?.type === 'AUTH' && through.chains.includes(there)
    const mustConnect = here !== there && account.isConnected(here) && !account.isConnected(there)
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
   * @throws `network/not-requested`, `network/switch-failed`, `wallet/user-rejected`, `adapter/unsupported`,
   * `flow/aborted`, `flow/superseded`, or what the wallet reports.
   */
  switchTo(id: CaipNetworkId, { signal }: CallOptions = {}): Promise<void> {
    return this.#deps.guard('INTERNAL_SDK_ERROR', async () => {
      throwIfAborted(signal)
      const target = this.#requested(id)
      let current = this.#current
      if (current?.target.caipNetworkId !== id) {
        current?.control.abort(new FlowError('flow/superseded'))
        if (id === this.#deps.network.activeNetwork.caipNetworkId) return
        current = this.#begin(target)
      }
      current.waiting++
      try {
        await raceAbort(current.done, signal)
      } finally {
        if (--current.waiting === 0) current.control.abort()
      }
    })
  }

  #begin(target: ChainNetwork): Switch {
    const { network } = this.#deps
    const control = new AbortController()
    const { signal } = control
    const fromUnsupported = !network.isSupported()
    this.patch({ phase: 'switching', target })
    const done = raceAbort(this.#move(target, signal), signal).then(
      () => {
        settle()
        this.emit('switched', { network: target, fromUnsupported })
      },
      (thrown) => {
        const error = isLatchkeyError(signal.reason) ? signal.reason : thrown
        settle()
        // Nobody failed when another switch took the place of this one, or when the client is gone.
        if (!isLatchkeyError(error, 'flow/superseded')) this.emit('failed', { network: target, error })
        throw error
      },
    )
    done.catch(() => {})
    const current: Switch = { target, control, done, waiting: 0 }
    const settle = () => {
      if (this.#current !== current) return
      this.#current = undefined
      this.patch({ phase: 'idle', target: undefined })
    }
    this.#current = current
    return current
  }

  async #move(target: ChainNetwork, signal: AbortSignal): Promise<void> {
    const { network, account } = this.#deps
    if (account.state[target.chainNamespace].connectionId === undefined) return network.setActive(target)
    const { switchWallet } = await import('./wallet-switch.ts')
    network.setActive(await switchWallet(this.#deps, target, signal))
  }

  #requested(id: CaipNetworkId): ChainNetwork {
    const found = findNetwork(this.#deps.network.state.requestedNetworks, id)
    if (found) return found
    this.#deps.alert.raise('networkNotFound')
    throw new ConnectionError('network/not-requested', { values: { network: id } })
  }
}
