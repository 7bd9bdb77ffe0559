import type { Connector, ConnectorContext } from '../../core/wallet/connector.ts'
import { walletBounds } from '../../core/wallet-limits.ts'
import type { Logger, Unsubscribe } from '../../ports.ts'
import { isWellKnown } from './well-known-ids.ts'

export interface Claimed {
  readonly id: string
  /**
   * Whether the wallet claims to be a well-known wallet, a wallet that the visitor used before, or a wallet that the host lists.
   */
  readonly familiar: boolean
  /**
   * The wallet's icon, if the limit for all icons of the page leaves room for it. Without an icon, the list shows the first
   * letter of the wallet's name.
   */
  readonly imageUrl: string | undefined
}

/** Assigns a unique id to a wallet. Returns undefined if too many wallets are listed already. */
export type Claim = (id: string, icon?: string | undefined) => Claimed | undefined

/**
 * A `ConnectorDiscovery` that gets the ids of its wallets from `claim`. Discoveries with the same `claim` never use the same id.
 */
export type InjectedDiscovery = (
  context: ConnectorContext,
  found: (connector: Connector) => void,
  claim?: Claim,
) => Unsubscribe

export interface ClaimOptions {
  /** Returns whether the visitor used the wallet with this id before, or the host lists it. Such a wallet is always listed. */
  readonly expects?: (id: string) => boolean
  /** The ids in use, shared by all discoveries of a page. */
  readonly taken?: Set<string>
  /** The number of characters of all icons, shared by all discoveries of a page. */
  readonly icons?: { kept: number }
}

/**
 * Returns a function that assigns unique ids to the wallets of a page. The first wallet that claims an id gets it. Later
 * wallets with the same id are listed as `id#2` and so on, and logged, because each of them may be an imitation. See
 * `baseConnectorId`.
 *
 * There is one limit for first claims of an id, and another limit for repeated claims, so that many fake wallets can't keep a
 * real wallet off the list. Expected and well-known wallets are exempt from both limits. For every id, the number of copies is
 * limited.
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
  // Reserve half of the space for the icons of familiar wallets (see `Claimed.familiar`).
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
