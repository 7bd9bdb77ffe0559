import { shownName } from '../../core/wallet/list/shown-name.ts'
import { walletBounds } from '../../core/wallet-limits.ts'
import { claims, type InjectedDiscovery } from './claims.ts'
import type { Eip1193Provider } from './eip1193-connector.ts'
import { explorerIdOf } from './explorer-ids.ts'
import { lazyEip1193 } from './lazy-connectors.ts'

interface Announcement {
  readonly name: string
  readonly rdns: string
  readonly icon: string | undefined
  readonly provider: Eip1193Provider
}

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const domain = /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const image = /^data:image\/(png|svg\+xml|webp|gif|jpe?g|avif)[;,]/i

/**
 * Finds wallets that announce themselves (EIP-6963).
 *
 * Uses the `rdns` as the connector's id, because the other parts of an announcement may change at a reload. Anyone can announce
 * any `rdns` (see `claims`). Anyone can also announce another wallet's provider under a different name. So a provider that is
 * announced under two names is listed twice.
 */
export const discoverEip6963: InjectedDiscovery = (context, found, claim = claims(context.log)) => {
  const { page, log } = context
  const seen = new Map<unknown, Set<string>>()
  const claimants = new Set<string>()

  const stop = page.listen('eip6963:announceProvider', (event) => {
    const announced = read((event as CustomEvent<unknown>).detail)
    if (!announced) {
      log.debug("A wallet's announcement was invalid", event)
      return
    }
    const { name, rdns, icon, provider } = announced
    // Wallets repeat their announcement at every request, some with a new uuid. List each provider once per name.
    const names = seen.get(provider) ?? new Set()
    const said = `${rdns} ${name}`
    if (names.has(said)) return
    const claimed = claim(rdns, icon)
    if (!claimed) return
    seen.set(provider, names.add(said))
    // Only the first provider with an rdns gets the catalogue id.
    const explorerId = claimants.has(rdns) ? undefined : explorerIdOf(rdns)
    claimants.add(rdns)
    found(lazyEip1193({ ...claimed, name, type: 'ANNOUNCED', provider, rdns, explorerId }, context))
  })
  page.dispatch('eip6963:requestProvider')
  return stop
}

/** Reads each field once, so that a getter can't return another value after the check. */
function read(detail: unknown): Announcement | undefined {
  try {
    if (!Object.isFrozen(detail)) return undefined
    const { info, provider } = detail as { info: Record<string, unknown>; provider: Eip1193Provider }
    const { uuid, name, rdns, icon } = info
    if (typeof uuid !== 'string' || !uuidV4.test(uuid)) return undefined
    if (typeof rdns !== 'string' || !domain.test(rdns)) return undefined
    const shown = shownName(name)
    if (shown === '') return undefined
    if (typeof provider?.request !== 'function') return undefined
    const usable = typeof icon === 'string' && icon.length <= walletBounds.iconLength && image.test(icon)
    return { name: shown, rdns, icon: usable ? icon : undefined, provider }
  } catch {
    return undefined
  }
}
