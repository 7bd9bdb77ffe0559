import type { ConnectorDiscovery } from '../../../core/wallet/connector.ts'
import { walletBounds, walletDetection } from '../../../core/wallet-limits.ts'
import type { Page, Unsubscribe } from '../../../ports.ts'
import { lazyBitcoin } from '../lazy-connectors.ts'
import { type BitcoinDialectName, hasDialect } from './dialect-names.ts'
import { member } from './member.ts'

interface WindowWallet {
  readonly id: string
  readonly name: string
  readonly dialect: BitcoinDialectName
  /** From window on. */
  readonly path: string
  readonly icon?: unknown
}

/** Facts 5.6. */
const windowWallets: readonly WindowWallet[] = [
  { id: 'unisat', name: 'UniSat', dialect: 'unisat', path: 'unisat' },
  { id: 'bitget', name: 'Bitget Wallet', dialect: 'unisat', path: 'bitkeep.unisat' },
  { id: 'binancew3w', name: 'Binance Wallet', dialect: 'unisat', path: 'binancew3w.bitcoin' },
  { id: 'LeatherProvider', name: 'Leather', dialect: 'leather', path: 'LeatherProvider' },
]

const image = /^data:image\/(svg\+xml|webp|png|gif);base64,/

/**
 * Finds Bitcoin wallets that put themselves on the window, or on the list `btc_providers` there (WBIP004): at once, then by
 * looking once a second for 5 s, since nothing tells when they arrive.
 */
export const discoverBitcoinWindow: ConnectorDiscovery = (context, found) => {
  const { page, clock } = context
  if (page.kind !== 'browser') return () => {}
  const known = new Set<unknown>()
  const ids = new Set<string>()
  let left = walletDetection.wait / walletDetection.poll
  let stop: Unsubscribe = () => {}
  const look = () => {
    for (const { id, name, dialect, path, icon } of [...windowWallets, ...listed(page)]) {
      const provider = at(page, path)
      if (known.has(provider) || ids.has(id) || known.size >= walletBounds.announcements) continue
      if (!hasDialect(provider, dialect)) continue
      known.add(provider)
      ids.add(id)
      const shown = typeof icon === 'string' && icon.length <= walletBounds.iconLength && image.test(icon)
      const imageUrl = shown ? icon : undefined
      found(lazyBitcoin({ id, name, type: 'ANNOUNCED', provider, dialect, imageUrl }, context))
    }
  }
  look()
  stop = clock.every(walletDetection.poll, () => {
    left--
    look()
    if (left <= 0) stop()
  })
  return () => stop()
}

function listed(page: Page): readonly WindowWallet[] {
  const list = page.global('btc_providers')
  if (!Array.isArray(list)) return []
  return list.slice(0, walletBounds.announcements).flatMap((entry): readonly WindowWallet[] => {
    const [path, name, icon] = ['id', 'name', 'icon'].map((key) => member(entry, key))
    if (typeof path !== 'string' || typeof name !== 'string' || name.trim() === '') return []
    return [{ id: path, name: name.trim().slice(0, 64), dialect: 'sats-connect', path, icon }]
  })
}

function at(page: Page, path: string): unknown {
  const [first = '', ...rest] = path.split('.')
  return rest.reduce(member, page.global(first))
}
