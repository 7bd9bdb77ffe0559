import type { Connector, ConnectorContext } from '../../core/wallet/connector.ts'
import { walletBounds } from '../../core/wallet-limits.ts'
import type { Logger, Unsubscribe } from '../../ports.ts'

/** Gives each wallet of a page an id of its own; undefined: there are as many as we hold. */
export type Claim = (id: string) => string | undefined

/** As `ConnectorDiscovery`, with the ids that all ways to find wallets share; without them it has its own. */
export type InjectedDiscovery = (
  context: ConnectorContext,
  found: (connector: Connector) => void,
  claim?: Claim,
) => Unsubscribe

/**
 * The ids of the wallets of a page, however they were found. The first that asks for an id gets it; the next one is listed
 * beside it as `id#2`, never instead of it, and the log says so. See `claimedId`.
 */
export function claims(log: Pick<Logger, 'warn'>): Claim {
  const taken = new Set<string>()
  return (claimed) => {
    if (taken.size >= walletBounds.announcements) return undefined
    let id = claimed
    for (let count = 2; taken.has(id); count++) id = `${claimed}#${count}`
    if (id !== claimed) log.warn(`Two wallets call themselves ${claimed}: one of them may not be genuine`)
    taken.add(id)
    return id
  }
}
