import { loadOnce } from '../../core/async/load-once.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Connector } from '../../core/wallet/connector.ts'
import type { WalletIdentity } from '../../core/wallet/list/wallet-list.ts'
import type { Unsubscribe } from '../../ports.ts'
import { Controller } from '../base/controller.ts'
import type { ConnectionsState } from './connections-controller.ts'
import type { ConnectorDeps, ConnectorState } from './connectors.ts'

/** Lists the wallets to choose from. Also holds the connector of each connected family (S1.2, S3.3.4). */
export class ConnectorController extends Controller<ConnectorState> {
  readonly #deps: ConnectorDeps
  /** Loads together with wallet discovery, so that the page renders first. */
  readonly #list = loadOnce(() => import('./connector-list.ts'))
  #recent = false
  #excluded: readonly WalletIdentity[] = []

  constructor(deps: ConnectorDeps) {
    super(
      {
        connectors: [],
        activeConnectorIds: {},
        filterByNamespace: undefined,
        typeOrder: [],
      },
      deps.log,
    )
    this.#deps = deps
  }

  start(): void {
    const { registry, options, connections, network } = this.#deps
    const refresh = () => this.#refresh()
    this.own(registry.on('changed', refresh))
    // Skip the other changes of connections: the list depends only on each family's connector.
    this.own(connections.watch(through, refresh))
    this.own(options.subscribe(refresh))
    if (network) this.own(network.watch(({ requestedNetworks }) => requestedNetworks, refresh))
    refresh()
  }

  /**
   * Returns the connector. If wallets were merged into one entry with this id, returns the connector that supports the family.
   * @throws `connection/connector-not-found`
   */
  get(id: string, namespace?: ChainNamespace): Connector {
    const found = this.find(id, namespace)
    if (!found) throw latchkeyError('connection/connector-not-found', { values: { id } })
    return found
  }

  find(id: string, namespace?: ChainNamespace): Connector | undefined {
    const { registry } = this.#deps
    const first = registry.known.get(id)
    if (first?.type === 'WALLET_CONNECT' && first !== this.walletConnect) return undefined
    if (!first || !namespace || first.chains.includes(namespace)) return first
    const entry = this.state.connectors.find((view) => view.id === id)
    const member = entry?.members?.find(({ chains }) => chains.includes(namespace))
    return (member && registry.known.get(member.id)) ?? first
  }

  /** The WalletConnect connector. Undefined if WalletConnect is disabled or has a `problem`. */
  get walletConnect(): Connector | undefined {
    if (!this.#deps.options.state.enableWalletConnect) return undefined
    return this.#deps.registry.list().find(({ type, problem }) => type === 'WALLET_CONNECT' && !problem)
  }

  /** Whether wallets can still be discovered after the start. */
  get discovering(): boolean {
    return this.#deps.discovering
  }

  /**
   * Starts wallet discovery now, instead of when the page is idle. Resolves when the installed wallets are listed. Never
   * rejects.
   */
  async discover(): Promise<void> {
    const { registry, log } = this.#deps
    const [, list] = await Promise.allSettled([registry.discover(), this.#list.load()])
    if (list.status === 'rejected') log?.error('The wallet list failed to load', list.reason)
    else this.#refresh()
  }

  /** Loads the list's code. If this fails, rejects, and the next call tries again. */
  listed(): Promise<unknown> {
    return this.#list.load()
  }

  /** Calls the listener when connectors are found, including hidden connectors. */
  onFound(listener: () => void): Unsubscribe {
    return this.#deps.registry.on('changed', listener)
  }

  /** Returns the connector that the family is connected through. */
  activeOf(namespace: ChainNamespace): Connector | undefined {
    const id = this.state.activeConnectorIds[namespace]
    return id === undefined ? undefined : this.find(id)
  }

  /** Filters the list by family. `undefined` removes the filter. */
  setFilterByNamespace(namespace: ChainNamespace | undefined): void {
    this.patch({ filterByNamespace: namespace })
    this.#refresh()
  }

  /** Sets whether the list shows recent wallets. */
  setRecent(any: boolean): void {
    this.#recent = any
    this.#refresh()
  }

  /** Sets the catalogue's data about the wallets that the host excluded. */
  setExcluded(excluded: readonly WalletIdentity[]): void {
    this.#excluded = excluded
    this.#refresh()
  }

  #refresh(): void {
    const { connections } = this.#deps
    const activeConnectorIds = Object.fromEntries(
      connections.connectedNamespaces.map((one) => [one, connections.of(one)?.connectorId]),
    )
    const { filterByNamespace } = this.state
    const list = this.#list.value?.connectorList(this.#deps, {
      activeConnectorIds,
      filterByNamespace,
      walletConnect: this.walletConnect,
      excluded: this.#excluded,
      recent: this.#recent,
    })
    this.patch({ activeConnectorIds, ...list })
  }
}

/** Returns the connector of each family, as a text to compare. */
function through(state: ConnectionsState): string {
  return Object.values(state)
    .map(({ connection }) => connection?.connectorId)
    .join()
}
