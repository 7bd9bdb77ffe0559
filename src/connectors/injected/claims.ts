import type { Connector, ConnectorContext } from '../../core/wallet/connector.ts'
import { walletBounds } from '../../core/wallet-limits.ts'
import type { Logger, Unsubscribe } from '../../ports.ts'

/** Assigns a unique id to a wallet; undefined once the limit of wallets is reached. */
export type Claim = (id: string) => string | undefined

/** A `ConnectorDiscovery` that shares ids with the other discoveries; without `claim` it has its own. */
export type InjectedDiscovery = (
  context: ConnectorContext,
  found: (connector: Connector) => void,
  claim?: Claim,
) => Unsubscribe

/**
 * Assigns unique ids to the wallets of a page, across all discoveries. The first wallet to claim an id gets it. Later ones are
 * listed next to it as `id#2` and logged, because any of them may be an imitation. See `baseConnectorId`.
 */
export function claims(log: Pick<Logger, 'warn'>): Claim {
  const taken = new Set<string>()
  return (claimed) => {
    if (taken.size >= walletBounds.announcements) return undefined
    let id = claimed
    for (let count = 2; taken.has(id); count++) id = `${claimed}#${count}`
    if (id !== claimed) log.warn(`Two wallets claim the id ${claimed}: one of them may be fake`)
    taken.add(id)
    return id
  }
}
