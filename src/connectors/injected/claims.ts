import type { Connector, ConnectorContext } from '../../core/wallet/connector.ts'
import { walletBounds } from '../../core/wallet-limits.ts'
import type { Logger, Unsubscribe } from '../../ports.ts'
import { isWellKnown } from './well-known-ids.ts'

export interface Claimed {
  readonly id: string
  /** Whether the wallet claims to be a well-known wallet, one that the visitor used before, or one that the host lists. */
  readonly familiar: boolean
  /** The wallet's icon, if there's room for the icon. Without an icon, the list shows the first letter of the wallet's name. */
  readonly imageUrl: string | undefined
}

/** Assigns a unique id to a wallet; undefined if there's no room for the wallet. */
export type Claim = (id: string, icon?: string | undefined) => Claimed | undefined

/** A `ConnectorDiscovery` that shares its ids with the other discoveries through `claim`. Without `claim`, it doesn't share ids. */
export type InjectedDiscovery = (
  context: ConnectorContext,
  found: (connector: Connector) => void,
  claim?: Claim,
) => Unsubscribe

export interface ClaimOptions {
  /** Whether the visitor used the wallet with this id before, or the host lists it. There is always room for such a wallet. */
  readonly expects?: (id: string) => boolean
  /** The ids in use; shared by all discoveries of a page. */
  readonly taken?: Set<string>
  /** The characters of all icons so far; shared by all discoveries of a page. */
  readonly icons?: { kept: number }
}

/**
 * Assigns unique ids to the wallets of a page. The first wallet to claim an id gets it. Later wallets that claim the same id are listed next to it as
 * `id#2`, and logged, because any of them may be an imitation. See `baseConnectorId`.
 *
 * Forged wallets can't push others off the list: first claims and repeated claims of an id have separate limits. These limits don't apply to expected
 * and well-known wallets. For each of their ids, the number of copies is limited instead.
 */
export function claims(
  log: Pick<Logger, 'warn'>,
  { expects = () => false, taken = new Set(), icons = { kept: 0 } }: ClaimOptions = {},
): Claim {
  const counts = new Map<string, number>()
  const { announcements, imitations, iconsLength } = walletBounds
  const used = { first: 0, repeated: 0 }
  let told = false
  const hasRoom = (familiar: boolean, before: number) => {
    if (before === 0) return familiar || used.first++ < announcements
    return before < imitations && (familiar || used.repeated++ < announcements)
  }
  // Keep half of the room for the icons of familiar wallets.
  const kept = (icon: string | undefined, familiar: boolean) => {
    if (!icon || icons.kept + icon.length > (familiar ? iconsLength : iconsLength / 2)) return undefined
    icons.kept += icon.length
    return icon
  }
  return (claimed, icon) => {
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
    return { id, familiar, imageUrl: kept(icon, familiar && before === 0) }
  }
}
