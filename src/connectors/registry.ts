import { Emitter } from '../core/emitter.ts'
import type {
  Connector,
  ConnectorContext,
  ConnectorDiscovery,
  OptionalConnectorFactory,
} from '../core/wallet/connector.ts'
import type { Unsubscribe } from '../ports.ts'

export interface ConnectorRegistryOptions {
  readonly context: ConnectorContext
  /** The host's connectors. They are listed first. */
  readonly connectors?: readonly OptionalConnectorFactory[] | undefined
  /** Loads the code that discovers wallets in the page. Undefined outside a browser, or if there is nothing to discover. */
  readonly discoveries?: (() => Promise<readonly ConnectorDiscovery[]>) | undefined
}

/** All known connectors, in the order of their discovery. */
export class ConnectorRegistry {
  readonly #options: ConnectorRegistryOptions
  readonly #events: Emitter<{ changed: readonly Connector[] }>
  readonly #known = new Map<string, Connector>()
  /** The connectors by id. Also contains the connectors that `list` hides, because a connection may use them. */
  readonly known: ReadonlyMap<string, Connector> = this.#known
  readonly #running: Unsubscribe[] = []
  #discovering: Promise<void> | undefined
  #started = false
  #gathering = false
  #disposed = false

  constructor(options: ConnectorRegistryOptions) {
    this.#options = options
    this.#events = new Emitter(options.context.log)
  }

  on(event: 'changed', listener: (connectors: readonly Connector[]) => void): Unsubscribe {
    return this.#events.on(event, listener)
  }

  /** Creates the host's connectors. Only the first call does this. */
  start(): void {
    if (this.#started) return
    this.#started = true
    const { context, connectors = [] } = this.#options
    for (const make of connectors)
      this.#attempt(() => {
        const made = make(context)
        if (made !== undefined) this.add(made)
      })
  }

  /**
   * Starts wallet discovery once, and resolves when all discoveries have started. Never rejects. If a download fails, the next
   * call tries again.
   */
  discover(): Promise<void> {
    this.#discovering ??= this.#discover()
    return this.#discovering
  }

  /** Adds a connector, unless a connector with the same id exists. */
  add(connector: Connector): void {
    const { id, name, chains, open } = connector ?? {}
    if (!(id && name && chains && open)) throw new TypeError('Not a connector')
    if (this.#known.has(id)) {
      this.#options.context.log.debug(`A connector "${id}" already exists`)
      connector.dispose()
      return
    }
    this.#known.set(id, connector)
    if (this.#gathering) return
    // Emit one event for all wallets that are added in the same task, because each event lists all wallets again.
    this.#gathering = true
    Promise.resolve().then(() => {
      this.#gathering = false
      this.#events.emit('changed', this.list())
    })
  }

  /** Returns the connectors to show. Hides an injected wallet if a connector of another type has the same provider. */
  list(): readonly Connector[] {
    const all = [...this.#known.values()]
    const announced = (provider: object | undefined) =>
      provider && all.some((other) => other.type !== 'INJECTED' && other.provider === provider)
    return all.filter(({ type, provider }) => type !== 'INJECTED' || !announced(provider))
  }

  dispose(): void {
    this.#disposed = true
    for (const stop of this.#running.splice(0)) stop()
    for (const connector of this.#known.values()) connector.dispose()
    this.#known.clear()
    this.#events.clear()
  }

  async #discover(): Promise<void> {
    const { context, discoveries } = this.#options
    try {
      const found = (await discoveries?.()) ?? []
      if (this.#disposed) return
      // Most wallets answer at once. Report them as one change.
      const before = this.#known.size
      this.#gathering = true
      // If a discovery fails, continue with the others.
      for (const discover of found)
        this.#attempt(() => this.#running.push(discover(context, (connector) => this.add(connector))))
      this.#gathering = false
      if (this.#known.size > before) this.#events.emit('changed', this.list())
    } catch (error) {
      this.#discovering = undefined
      context.log.error('Wallet discovery failed to load', error)
    }
  }

  #attempt(run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#options.context.log.error('A connector failed', error)
    }
  }
}
