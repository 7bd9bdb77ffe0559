import type { Connector } from '../../core/wallet/connector.ts'
import {
  connectorTypeOrder,
  connectorView,
  isShown,
  mergeByRdns,
  type WalletIdentity,
} from '../../core/wallet/list/wallet-list.ts'
import type { ConnectorDeps, ConnectorState } from './connectors.ts'

/** The state that the list depends on, in addition to the options. */
export interface ListedConnectors extends Pick<ConnectorState, 'activeConnectorIds' | 'filterByNamespace'> {
  readonly walletConnect: Connector | undefined
  readonly excluded: readonly WalletIdentity[]
  readonly recent: boolean
}

/** Returns the wallet list and the order of its parts. This code loads together with wallet discovery. */
export function connectorList(
  { registry, page, options }: Pick<ConnectorDeps, 'registry' | 'page' | 'options'>,
  { activeConnectorIds, filterByNamespace, walletConnect, excluded: found, recent }: ListedConnectors,
): Pick<ConnectorState, 'connectors' | 'typeOrder'> {
  const { features, customWallets, featuredWalletIds, excludeWalletIds: excludedIds } = options.state
  const excluded = [...found, ...(customWallets?.filter(({ id }) => excludedIds.includes(id)) ?? [])]
  const all = registry.list().map(connectorView)
  const alone = !all.some(({ type, chains }) => type === 'ANNOUNCED' && chains.includes('eip155'))
  const views = all.filter(
    (view) =>
      (view.type !== 'WALLET_CONNECT' || view.id === walletConnect?.id) &&
      (!filterByNamespace || view.chains.includes(filterByNamespace)) &&
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
    recent,
    injected: has('INJECTED', 'ANNOUNCED', 'MULTI_CHAIN'),
    featured,
    custom,
    external: has('EXTERNAL'),
    recommended: has('WALLET_CONNECT') && !featured && !custom,
  }
  return {
    connectors: mergeByRdns(views),
    typeOrder: connectorTypeOrder(enabled, features.connectorTypeOrder),
  }
}
