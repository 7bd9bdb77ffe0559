import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainAdapter } from '../../core/wallet/adapter.ts'
import type { CloseReason } from '../../core/wallet/connector.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { ConnectionsController } from '../wallet/connections-controller.ts'

/** Updates the connections when something changes in the wallet. A wallet that shows no accounts counts as locked. */
export function observeAdapter(
  adapter: ChainAdapter,
  connections: ConnectionsController,
  ended: (namespace: ChainNamespace, reason: CloseReason) => void,
): readonly Unsubscribe[] {
  const { namespace } = adapter
  const shown = (connectionId: string) => connections.of(namespace)?.id === connectionId
  /** Returns the networks that the wallet approves now. A session update can change them. */
  const approved = (connectionId: string) => {
    const live = adapter.connections().find(({ id }) => id === connectionId)
    return live && { approvedNetworks: live.approvedNetworks }
  }
  return [
    adapter.on('accountsChanged', ({ connectionId, accounts: [first, ...rest] }) => {
      if (first) connections.update(connectionId, { accounts: [first, ...rest], ...approved(connectionId) })
      else if (shown(connectionId)) ended(namespace, 'locked')
    }),
    adapter.on('networkChanged', ({ connectionId, network }) =>
      connections.update(connectionId, { network, ...approved(connectionId) }),
    ),
    adapter.on('disconnected', ({ connectionId, reason }) => {
      if (shown(connectionId)) ended(namespace, reason)
    }),
  ]
}
