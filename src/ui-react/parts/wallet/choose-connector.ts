import type { Latchkey } from '../../../client/create-latchkey.ts'
import type { RouterData } from '../../../controllers/shell/views.ts'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import type { CatalogueWallet } from '../../../core/wallet/list/catalogue-wallet.ts'
import type { ConnectorView } from '../../../core/wallet/list/wallet-list.ts'

/** The visitor's choice. */
export interface Choice {
  readonly connector: ConnectorView
  readonly wallet?: CatalogueWallet | undefined
  /** The chosen family. Default: the family that the modal was opened for. */
  readonly family?: ChainNamespace | undefined
}

/**
 * Sends the request to an installed wallet, and then shows the waiting view. If the wallet supports several families, the visitor
 * first chooses one. Call this function during the click: some wallets open a window, and browsers allow that only during a
 * click.
 */
export function chooseConnector(latchkey: Latchkey, { connector, wallet, family }: Choice): void {
  const { router, session } = latchkey
  // If the visitor requested a network of another family, connect on that network.
  const { network } = router.state.data ?? {}
  const data: RouterData = { connector, wallet, network, switchToChain: family }
  if (connector.type === 'MULTI_CHAIN') router.push('ConnectingMultiChain', data)
  else {
    session.ask(paramsOf(latchkey, data))
    router.push('ConnectingExternal', data)
  }
}

/** Returns the parameters of `session.ask` for the choice in a view's data. */
export function paramsOf(latchkey: Latchkey, { connector, network, switchToChain }: RouterData) {
  const family = switchToChain ?? latchkey.connector.state.filterByNamespace
  const serves = (namespace: ChainNamespace) => connector?.chains.includes(namespace)
  return {
    connectorId: connector?.id ?? '',
    namespaces: family && serves(family) ? [family] : undefined,
    network: network && serves(network.chainNamespace) ? network.caipNetworkId : undefined,
  }
}
