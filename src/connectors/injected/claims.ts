import type { Connector, ConnectorContext } from '../../core/wallet/connector.ts'
import { walletBounds } from '../../core/wallet-limits.ts'
import type { Logger, Unsubscribe } from '../../ports.ts'
import { isWellKnown } from './well-known-ids.ts'

export interface Claimed {
  readonly id: string
  /** Whether the wallet claims to be a well-known one, or one that the visitor or the host knows. */
  readonly familiar: boolean
}

/** Assigns a unique id to a wallet; undefined if there's no room for it. */
export type Claim = (id: string) => Claimed | undefined

/** A `ConnectorDiscovery` that shares ids with the other discoveries; without `claim` it has its own. */
export type InjectedDiscovery = (
  context: ConnectorContext,
  found: (connector: Connector) => void,
  claim?: Claim,
) => Unsubscribe

export interface ClaimOptions {
  /** Whether the visitor or the host knows the wallet. Such a wallet always gets a place. */
  readonly expects?: (id: string) => boolean
  /** The ids in use; shared by all discoveries of a page. */
  readonly taken?: Set<string>
}

/**
 * Assigns unique ids to the wallets of a page. The first wallet to claim an id gets it. Later ones are listed next to
 * it as `id#2` and logged, because any of them may be an imitation. See `baseConnectorId`.
 *
 * Forged wallets can't push others off the list: first claims and repeated claims of an id have separate limits. The
 * limits don't apply to expected and well-known wallets, up to a number of copies for each id.
 */
export function claims(
  log: Pick<Logger, 'warn'>,
  { expects = () => false, taken = new Set() }: ClaimOptions = {},
): Claim {
  const counts = new Map<string, number>()
  const { announcements, imitations } = walletBounds
  const used = { first: 0, repeated: 0 }
  let told = false
  const hasRoom = (familiar: boolean, before: number) => {
    if (before === 0) return familiar || used.first++ < announcements
    return before < imitations && (familiar || used.repeated++ < announcements)
  }
  return (claimed) => {
    const before = counts.get(claimed) ?? 0
    const familiar = isWellKnown(claimed) || expects(claimed)
    if (!hasRoom(familiar, before)) {
      if (!told) log.warn('The page announces more wallets than can be listed: most of them may be fake')
      told = true
      return undefined
    }
    counts.set(claimed, before + 1)
    let id = claimed
    for (let count = 2; taken.has(id); count++) id = `${claimed}#${count}`
    if (id !== claimed) log.warn(`Two wallets claim the id ${claimed}: one of them may be fake`)
    taken.add(id)
    return { id, familiar }
  }
}
