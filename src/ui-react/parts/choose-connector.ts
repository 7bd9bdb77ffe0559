import type { Latchkey } from '../../client/create-latchkey.ts'
import type { RouterData } from '../../controllers/shell/views.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { CatalogueWallet } from '../../core/wallet/catalogue-wallet.ts'
import type { ConnectorView } from '../../core/wallet/wallet-list.ts'

/** What the visitor chose. */
export interface Choice {
  readonly connector: ConnectorView
  readonly wallet?: CatalogueWallet | undefined
  /** The family that was chosen; default: the one that the modal was opened for. */
  readonly family?: ChainNamespace | undefined
}

/**
 * Asks an installed wallet inside the click itself, since some open a window and may do so only then; the view that waits
 * with the visitor comes after. A wallet of several families is asked once the visitor has said which one.
 */
export function chooseConnector(latchkey: Latchkey, { connector, wallet, family }: Choice): void {
  const { router, session } = latchkey
  // Where another family was asked for, its network is gone to.
  const { network } = router.state.data ?? {}
  const data: RouterData = { connector, wallet, network, switchToChain: family }
  if (connector.type === 'MULTI_CHAIN') router.push('ConnectingMultiChain', data)
  else {
    session.ask(paramsOf(latchkey, data))
    router.push('ConnectingExternal', data)
  }
}

/** What `session.ask` is told of a choice that a view was opened with. */
export function paramsOf(latchkey: Latchkey, { connector, network, switchToChain }: RouterData) {
  const family = switchToChain ?? latchkey.connector.state.filterByNamespace
  const serves = (namespace: ChainNamespace) => connector?.chains.includes(namespace)
  return {
    connectorId: connector?.id ?? '',
    namespaces: family && serves(family) ? [family] : undefined,
    network: network && serves(network.chainNamespace) ? network.caipNetworkId : undefined,
  }
}
