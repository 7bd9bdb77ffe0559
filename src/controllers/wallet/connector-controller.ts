import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Connector } from '../../core/wallet/connector.ts'
import {
  type ConnectorListType,
  type ConnectorView,
  connectorTypeOrder,
  connectorView,
  isShown,
  mergeByRdns,
  type WalletIdentity,
} from '../../core/wallet/list/wallet-list.ts'
import type { Logger, Page, Unsubscribe } from '../../ports.ts'
import { Controller } from '../base/controller.ts'
import type { OptionsController } from '../shell/options-controller.ts'
import type { ConnectionsController, ConnectionsState } from './connections-controller.ts'
import type { NetworkController } from './network-controller.ts'

export interface ConnectorState {
  /** The wallet list: visible connectors, merged by rdns, filtered by `filterByNamespace`. */
  readonly connectors: readonly ConnectorView[]
  /** The id of the connector that each connected family uses. */
  readonly activeConnectorIds: Readonly<Partial<Record<ChainNamespace, string>>>
  readonly filterByNamespace: ChainNamespace | undefined
  readonly typeOrder: readonly ConnectorListType[]
}

export interface ConnectorDeps {
  readonly registry: ConnectorSource
  /** Whether wallets can still be discovered after the start. */
  readonly discovering: boolean
  readonly options: Pick<OptionsController, 'state' | 'subscribe'>
  readonly page: Pick<Page, 'traits'>
  readonly connections: Pick<ConnectionsController, 'of' | 'connectedNamespaces' | 'watch'>
  /** Adding or removing a network of a family changes which families WalletConnect serves. */
  readonly network?: Pick<NetworkController, 'watch'> | undefined
  readonly log?: Pick<Logger, 'error'> | undefined
}

/** The known connectors; `connectors/registry` implements it. */
export interface ConnectorSource {
  list(): readonly Connector[]
  readonly known: ReadonlyMap<string, Connector>
  on(event: 'changed', listener: () => void): () => void
  discover(): Promise<void>
}

/** Lists the wallets to choose from, and the connector of each connected family (S1.2, S3.3.4). */
export class ConnectorController extends Controller<ConnectorState> {
  readonly #deps: ConnectorDeps
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
    // Ignore connection changes that do not change a connector.
    this.own(connections.watch(through, refresh))
    this.own(options.subscribe(refresh))
    if (network) this.own(network.watch(({ requestedNetworks }) => requestedNetworks, refresh))
    refresh()
  }

  /**
   * Returns the connector. For a merged entry's id, returns the member that serves the family.
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

  /** The WalletConnect connector, unless disabled. */
  get walletConnect(): Connector | undefined {
    if (!this.#deps.options.state.enableWalletConnect) return undefined
    return this.#deps.registry.list().find(({ type, problem }) => type === 'WALLET_CONNECT' && !problem)
  }

  /** Whether wallets can still be discovered after the start. */
  get discovering(): boolean {
    return this.#deps.discovering
  }

  /**
   * Starts wallet discovery now instead of when the page is idle. Resolves once the installed wallets are known. Never
   * rejects.
   */
  discover(): Promise<void> {
    return this.#deps.registry.discover()
  }

  /** Calls the listener when connectors are found, including hidden ones. */
  onFound(listener: () => void): Unsubscribe {
    return this.#deps.registry.on('changed', listener)
  }

  /** Returns the connector that the family is connected through. */
  activeOf(namespace: ChainNamespace): Connector | undefined {
    const id = this.state.activeConnectorIds[namespace]
    return id === undefined ? undefined : this.find(id)
  }

  /** Filters the list by family; `undefined` removes the filter. */
  setFilterByNamespace(namespace: ChainNamespace | undefined): void {
    this.patch({ filterByNamespace: namespace })
    this.#refresh()
  }

  /** Sets whether there are recent wallets to list. */
  setRecent(any: boolean): void {
    this.#recent = any
    this.#refresh()
  }

  /** Sets the catalogue's data on the wallets that the host excluded. */
  setExcluded(excluded: readonly WalletIdentity[]): void {
    this.#excluded = excluded
    this.#refresh()
  }

  #refresh(): void {
    const { registry, page, options, connections } = this.#deps
    const { features, customWallets, featuredWalletIds, excludeWalletIds: excludedIds } = options.state
    const excluded = [
      ...this.#excluded,
      ...(customWallets?.filter(({ id }) => excludedIds.includes(id)) ?? []),
    ]
    const { filterByNamespace: filter } = this.state
    const activeConnectorIds = Object.fromEntries(
      connections.connectedNamespaces.map((one) => [one, connections.of(one)?.connectorId]),
    )
    const all = registry.list().map(connectorView)
    const alone = !all.some(({ type, chains }) => type === 'ANNOUNCED' && chains.includes('eip155'))
    const views = all.filter(
      (view) =>
        (view.type !== 'WALLET_CONNECT' || view.id === this.walletConnect?.id) &&
        (!filter || view.chains.includes(filter)) &&
        isShown(view, { mobile: page.traits.mobile, excluded, excludedIds, alone }),
    )
    const has = (...types: string[]) => views.some(({ type }) => types.includes(type))
    const featured = Boolean(featuredWalletIds?.length)
    const custom = Boolean(customWallets?.length)
    const throughWalletConnect = Object.values(activeConnectorIds).some(
      (id) => registry.known.get(id ?? '')?.type === 'WALLET_CONNECT',
    )
    const enabled = {
      walletConnect: has('WALLET_CONNECT') && !throughWalletConnect,
      recent: this.#recent,
      injected: has('INJECTED', 'ANNOUNCED', 'MULTI_CHAIN'),
      featured,
      custom,
      external: has('EXTERNAL'),
      recommended: has('WALLET_CONNECT') && !featured && !custom,
    }
    const next = {
      ...this.state,
      activeConnectorIds,
      connectors: mergeByRdns(views),
      typeOrder: connectorTypeOrder(enabled, features.connectorTypeOrder),
    }
    this.patch(next)
  }
}

/** Returns the connector of each family, as one comparable value. */
function through(state: ConnectionsState): string {
  return Object.values(state)
    .map(({ connection }) => connection?.connectorId)
    .join()
}
