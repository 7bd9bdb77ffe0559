import { Emitter } from '../core/emitter.ts'
import type {
  Connector,
  ConnectorContext,
  ConnectorDiscovery,
  ConnectorFactory,
} from '../core/wallet/connector.ts'
import type { Unsubscribe } from '../ports.ts'

export interface ConnectorRegistryOptions {
  readonly context: ConnectorContext
  /** Those that the host passes; they come first. */
  readonly connectors?: readonly ConnectorFactory[] | undefined
  readonly discoveries?: readonly ConnectorDiscovery[] | undefined
}

/** All connectors that are known, in the order in which they were found. */
export class ConnectorRegistry {
  readonly #options: ConnectorRegistryOptions
  readonly #events: Emitter<{ changed: readonly Connector[] }>
  readonly #known = new Map<string, Connector>()
  readonly #running: Unsubscribe[] = []
  #started = false

  constructor(options: ConnectorRegistryOptions) {
    this.#options = options
    this.#events = new Emitter(options.context.log)
  }

  on(event: 'changed', listener: (connectors: readonly Connector[]) => void): Unsubscribe {
    return this.#events.on(event, listener)
  }

  /** Makes the host's connectors and begins to look for wallets. A second call does nothing. */
  start(): void {
    if (this.#started) return
    this.#started = true
    const { context, connectors = [], discoveries = [] } = this.#options
    const attempt = (run: () => void) => {
      try {
        run()
      } catch (error) {
        context.log.error('A connector could not be made', error)
      }
    }
    for (const make of connectors) attempt(() => this.add(make(context)))
    for (const discover of discoveries)
      attempt(() => this.#running.push(discover(context, (connector) => this.add(connector))))
  }

  /** The first connector of an id keeps it. */
  add(connector: Connector): void {
    const { id, name, chains, open } = connector ?? {}
    if (!(id && name && chains && open)) throw new TypeError('It is no connector')
    if (this.#known.has(connector.id)) {
      this.#options.context.log.debug(`There is a connector "${connector.id}" already`)
      connector.dispose()
      return
    }
    this.#known.set(connector.id, connector)
    this.#events.emit('changed', this.list())
  }

  /** Without what `window.ethereum` shows of a wallet that has announced itself too. */
  list(): readonly Connector[] {
    const all = [...this.#known.values()]
    const announced = new Set(
      all.flatMap(({ type, provider }) => (provider && type !== 'INJECTED' ? [provider] : [])),
    )
    return all.filter(({ type, provider }) => type !== 'INJECTED' || !provider || !announced.has(provider))
  }

  /** Also one that the list leaves out: a connection may have been made through it. */
  get(id: string): Connector | undefined {
    return this.#known.get(id)
  }

  dispose(): void {
    for (const stop of this.#running.splice(0)) stop()
    for (const connector of this.#known.values()) connector.dispose()
    this.#known.clear()
    this.#events.clear()
  }
}
