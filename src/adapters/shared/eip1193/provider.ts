import { loadOnce } from '../../../core/async/load-once.ts'
import type { Hex } from '../../../core/chain/caip.ts'
import { quantity } from '../../../core/chain/eip155.ts'
import type { Connection } from '../../../core/wallet/connection.ts'
import type { ConnectionProvider, ProviderEvents } from '../../../core/wallet/connection-provider.ts'
import type { Logger } from '../../../ports.ts'
import type { Providers } from '../providers.ts'

/** A request from the page, not yet checked. */
type UncheckedRequest = Parameters<ConnectionProvider['request']>[0]
type Listener = (payload: never) => void
/** The state that events report: the connection's network and accounts. */
type Shown = Pick<Connection<'eip155'>, 'network' | 'accounts'>

/**
 * Creates the EIP-1193 providers of an adapter's connections, one per connector. After a disconnect, a provider works again when
 * the connector connects again, and emits `connect`.
 */
export const eip1193Providers: Providers<'eip155'> = (ground) => {
  const { connections, context } = ground
  const { load: requests } = loadOnce(() => import('./requests.ts'))
  const known = new Map<string, EventedProvider>()
  const shown = (id: string) => connections.find(id)?.connection
  const follow = (id: string) => known.get(id)?.show(shown(id))

  connections.events.on('connected', ({ id }) => follow(id))
  // `accountsChanged` is emitted on every network switch too. An account id contains the network,
  // so the same address on another network is another account.
  connections.events.on('accountsChanged', ({ connectionId }) => follow(connectionId))
  connections.events.on('disconnected', ({ connectionId }) => follow(connectionId))

  return (id) => {
    const provider =
      known.get(id) ??
      new EventedProvider(context.log, async (call) => (await requests()).answer(ground, id, call))
    known.set(id, provider)
    return provider
  }
}

/** A provider with its listeners, and the state that it reported last. */
class EventedProvider implements ConnectionProvider {
  readonly #log: Pick<Logger, 'error'>
  readonly #answer: (call: UncheckedRequest) => Promise<unknown>
  readonly #listeners: [event: string, listener: Listener][] = []
  #shown: Shown | undefined

  constructor(log: Pick<Logger, 'error'>, answer: (call: UncheckedRequest) => Promise<unknown>) {
    this.#log = log
    this.#answer = answer
  }

  // `request` is a bound property, because some libraries take it out of the object: `const { request } = provider`.
  readonly request = (call: UncheckedRequest): Promise<unknown> => this.#answer(call)

  on(event: string, listener: Listener): this {
    this.#listeners.push([event, listener])
    return this
  }

  /** Removes one registration of the listener, like Node's `removeListener`. */
  removeListener(event: string, listener: Listener): this {
    const at = this.#listeners.findLastIndex(([name, known]) => name === event && known === listener)
    if (at >= 0) this.#listeners.splice(at, 1)
    return this
  }

  /** Emits the changes since the last call. `now` is undefined if the wallet disconnected. */
  show(now: Shown | undefined): void {
    const before = this.#shown
    this.#shown = now && { network: now.network, accounts: now.accounts }
    if (!now) {
      if (!before) return
      this.#emit('accountsChanged', [])
      const error = new Error('The wallet is disconnected')
      this.#emit('disconnect', Object.assign(error, { name: 'ProviderRpcError', code: 4900 }))
      return
    }
    const chainId = quantity(now.network.id)
    if (!before) this.#emit('connect', { chainId })
    if (before && quantity(before.network.id) !== chainId) this.#emit('chainChanged', chainId)
    if (addressesOf(before).join() !== addressesOf(now).join())
      this.#emit('accountsChanged', addressesOf(now))
  }

  #emit<E extends keyof ProviderEvents>(event: E, payload: ProviderEvents[E]): void {
    for (const [name, listener] of [...this.#listeners]) {
      if (name !== event) continue
      try {
        listener(payload as never)
      } catch (error) {
        this.#log.error(`A listener of "${event}" failed`, error)
      }
    }
  }
}

function addressesOf(shown: Shown | undefined): Hex[] {
  return (shown?.accounts ?? []).map(({ address }) => address as Hex)
}
