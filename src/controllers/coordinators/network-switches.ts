import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { type ChainNetwork, findNetwork } from '../../core/chain/network.ts'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { FeatureHost } from '../base/feature-controller.ts'
import type {
  NetworkSwitchDeps,
  NetworkSwitchEvents,
  NetworkSwitchState,
  SwitchRequestOptions,
} from './network-switch.ts'

interface Switch {
  readonly target: ChainNetwork
  readonly control: AbortController
  readonly done: Promise<void>
  callers: number
}

/** Runs network switches one at a time. Loads at the first switch. */
export class NetworkSwitches {
  readonly #deps: NetworkSwitchDeps
  readonly #host: FeatureHost<NetworkSwitchState, NetworkSwitchEvents>
  #current: Switch | undefined

  constructor(deps: NetworkSwitchDeps, host: FeatureHost<NetworkSwitchState, NetworkSwitchEvents>) {
    this.#deps = deps
    this.#host = host
    host.own(() => this.#cancel(latchkeyError('config/disposed')))
  }

  #cancel(reason: LatchkeyError): void {
    this.#current?.control.abort(reason)
  }

  request(id: CaipNetworkId, { ignoreSwitchConfirmation }: SwitchRequestOptions): void {
    const { network, connections, connector, router } = this.#deps
    // Find unsupported networks too, because a connected wallet may be on such a network.
    const target = network.find(id) ?? this.#requested(id)
    const active = network.activeNetwork
    if (target.caipNetworkId === active.caipNetworkId) return
    const here = active.chainNamespace
    const there = target.chainNamespace
    const through = connector.activeOf(here)
    const embedded = through?.type === 'AUTH' && through.chains.includes(there)
    const mustConnect = here !== there && connections.isConnected(here) && !connections.isConnected(there)
    const data = { ...router.state.data, network: target }
    if (!ignoreSwitchConfirmation && !embedded && mustConnect) {
      router.push('SwitchActiveChain', {
        ...data,
        switchToChain: there,
        navigateTo: 'Connect',
        navigateWithReplace: true,
      })
    } else router.push('SwitchNetwork', data)
  }

  async to(id: CaipNetworkId, signal: AbortSignal | undefined): Promise<void> {
    const target = this.#requested(id)
    const { caipNetworkId } = target
    let current = this.#current
    if (current?.target.caipNetworkId !== caipNetworkId) {
      this.#cancel(latchkeyError('flow/superseded'))
      if (caipNetworkId === this.#deps.network.activeNetwork.caipNetworkId) return
      current = this.#begin(target)
    }
    current.callers++
    try {
      await raceAbort(current.done, signal)
    } finally {
      if (--current.callers === 0) current.control.abort()
    }
  }

  #requested(id: CaipNetworkId): ChainNetwork {
    const found = findNetwork(this.#deps.network.state.requestedNetworks, id)
    if (found) return found
    this.#deps.alert.raise('networkNotFound')
    throw latchkeyError('network/not-requested', { values: { network: id } })
  }

  #begin(target: ChainNetwork): Switch {
    const { network } = this.#deps
    const control = new AbortController()
    const { signal } = control
    const fromUnsupported = !network.isSupported()
    this.#host.patch({ phase: 'switching', target })
    const done = raceAbort(this.#move(target, signal), signal).then(
      () => {
        settle()
        this.#host.emit('switched', { network: target, fromUnsupported })
      },
      (thrown) => {
        const error = isLatchkeyError(signal.reason) ? signal.reason : thrown
        settle()
        // A switch that was replaced by another switch didn't fail.
        if (!isLatchkeyError(error, 'flow/superseded')) this.#host.emit('failed', { network: target, error })
        throw error
      },
    )
    // Prevents an unhandled rejection. Callers get another promise, which rejects.
    done.catch(() => {})
    const current: Switch = { target, control, done, callers: 0 }
    const settle = () => {
      if (this.#current !== current) return
      this.#current = undefined
      this.#host.patch({ phase: 'idle', target: undefined })
    }
    this.#current = current
    return current
  }

  async #move(target: ChainNetwork, signal: AbortSignal): Promise<void> {
    const { network, connections, adapters } = this.#deps
    const { chainNamespace } = target
    const connection = connections.of(chainNamespace)
    if (!connection) return network.setActive(target)
    const adapter = await adapters.get(chainNamespace)
    const seen = await adapter.switchNetwork(connection.id, target, { signal })
    throwIfAborted(signal)
    // The wallet may have disconnected during the request.
    if (connections.of(chainNamespace)?.id !== connection.id)
      throw latchkeyError('wallet/closed-during-request')
    connections.update(connection.id, { network: seen })
    network.setActiveNamespace(chainNamespace)
  }
}
