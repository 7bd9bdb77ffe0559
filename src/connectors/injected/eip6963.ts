import type { ConnectorDiscovery } from '../../core/wallet/connector.ts'
import { walletBounds } from '../../core/wallet-limits.ts'
import type { Eip1193Provider } from './eip1193-connector.ts'
import { explorerIdOf } from './explorer-ids.ts'
import { lazyEip1193 } from './lazy-connectors.ts'

interface Announcement {
  readonly uuid: string
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
 * The connector's id is the `rdns`, the only part of an announcement that is the same after a reload. Anybody may claim an
 * `rdns`, so the first wallet that announces it gets the plain id. A second provider with the same `rdns` is listed beside it
 * as `rdns#uuid`, never instead of it, and the log says so. Such an id is valid for one page only, so that a connection is
 * never restored through the second provider.
 */
export const discoverEip6963: ConnectorDiscovery = (context, found) => {
  const { page, log } = context
  const seen = new Map<unknown, Set<string>>()
  const ids = new Set<string>()

  const stop = page.listen('eip6963:announceProvider', (event) => {
    if (ids.size >= walletBounds.announcements) return
    const announced = read((event as CustomEvent<unknown>).detail)
    if (!announced) {
      log.debug('An announcement of a wallet was not valid', event)
      return
    }
    const { name, rdns, icon: imageUrl, provider } = announced
    // Wallets announce themselves again on every request, some with a new uuid.
    const names = seen.get(provider) ?? new Set()
    if (names.has(rdns)) return
    const id = ids.has(rdns) ? `${rdns}#${announced.uuid}` : rdns
    if (ids.has(id)) return
    if (id !== rdns) log.warn(`Two wallets announce themselves as ${rdns}: one of them may not be genuine`)
    seen.set(provider, names.add(rdns))
    ids.add(id)
    // A second provider with the same rdns is not taken for the wallet of the catalogue.
    const explorerId = id === rdns ? explorerIdOf(rdns) : undefined
    found(lazyEip1193({ id, name, type: 'ANNOUNCED', provider, imageUrl, rdns, explorerId }, context))
  })
  page.dispatch('eip6963:requestProvider')
  return stop
}

/** Reads each field once, so that the checked value is the one that is kept. */
function read(detail: unknown): Announcement | undefined {
  try {
    if (!Object.isFrozen(detail)) return undefined
    const { info, provider } = detail as { info: Record<string, unknown>; provider: Eip1193Provider }
    const { uuid, name, rdns, icon } = info
    if (typeof uuid !== 'string' || !uuidV4.test(uuid)) return undefined
    if (typeof rdns !== 'string' || !domain.test(rdns)) return undefined
    if (typeof name !== 'string' || name.trim() === '') return undefined
    if (typeof provider?.request !== 'function') return undefined
    const shown = typeof icon === 'string' && icon.length <= walletBounds.iconLength && image.test(icon)
    return { uuid, name: name.trim().slice(0, 64), rdns, icon: shown ? icon : undefined, provider }
  } catch {
    return undefined
  }
}
