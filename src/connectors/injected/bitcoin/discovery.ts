import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { shownName } from '../../../core/wallet/list/shown-name.ts'
import { walletBounds } from '../../../core/wallet-limits.ts'
import type { Page } from '../../../ports.ts'
import { initialIcon } from '../../initial-icon.ts'
import { claims, type InjectedDiscovery } from '../claims.ts'
import { lazyBitcoin } from '../lazy-connectors.ts'
import { lookAgain } from '../look-again.ts'
import { type BitcoinDialectName, hasDialect } from './dialect-names.ts'
import { member } from './member.ts'

interface WindowWallet {
  readonly id: string
  readonly name: string
  readonly dialect: BitcoinDialectName
  /** The path of the provider in `window`. */
  readonly path: string
  readonly icon?: unknown
  /** The wallet's catalogue id (S3.4.1). */
  readonly explorerId?: string | undefined
  /** The only network that the wallet supports. Undefined if it supports several. */
  readonly only?: CaipNetworkId | undefined
}

/** The wallets with their own property of `window` (S3.5.6). */
const windowWallets: readonly WindowWallet[] = [
  { id: 'unisat', name: 'UniSat', dialect: 'unisat', path: 'unisat' },
  {
    id: 'bitget',
    name: 'Bitget Wallet',
    dialect: 'unisat',
    path: 'bitkeep.unisat',
    explorerId: '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
  },
  { id: 'binancew3w', name: 'Binance Wallet', dialect: 'unisat', path: 'binancew3w.bitcoin' },
  {
    id: 'LeatherProvider',
    name: 'Leather',
    dialect: 'leather',
    path: 'LeatherProvider',
    explorerId: '483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13',
  },
  {
    id: 'OKX',
    name: 'OKX Wallet',
    dialect: 'okx',
    path: 'okxwallet.bitcoin',
    explorerId: '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
    only: 'bip122:000000000019d6689c085ae165831e93',
  },
]

const image = /^data:image\/(svg\+xml|webp|png|gif);base64,/

/**
 * Finds Bitcoin wallets on `window` and in `window.btc_providers` (WBIP004). These wallets emit no event, so `lookAgain` looks
 * for them repeatedly.
 */
export const discoverBitcoinWindow: InjectedDiscovery = (context, found, claim = claims(context.log)) => {
  const { page } = context
  const known = new Set<unknown>()
  const ids = new Set<string>()
  const look = () => {
    for (const { id: asked, name, dialect, path, icon, explorerId, only } of [
      ...windowWallets,
      ...listed(page),
    ]) {
      const provider = at(page, path)
      if (known.has(provider) || ids.has(asked)) continue
      if (only && !context.networks.some(({ caipNetworkId }) => caipNetworkId === only)) continue
      if (!hasDialect(provider, dialect)) continue
      const shown = typeof icon === 'string' && icon.length <= walletBounds.iconLength && image.test(icon)
      const claimed = claim(asked, shown ? icon : undefined)
      if (!claimed) continue
      known.add(provider)
      ids.add(asked)
      const imageUrl = claimed.imageUrl ?? initialIcon(name)
      found(
        lazyBitcoin(
          { ...claimed, name, type: 'ANNOUNCED', provider, dialect, imageUrl, explorerId },
          context,
        ),
      )
    }
    return false
  }
  return lookAgain(context, look)
}

function listed(page: Page): readonly WindowWallet[] {
  const list = page.global('btc_providers')
  if (!Array.isArray(list)) return []
  return list.slice(0, walletBounds.announcements).flatMap((entry): readonly WindowWallet[] => {
    const [path, name, icon] = ['id', 'name', 'icon'].map((key) => member(entry, key))
    const shown = shownName(name)
    if (typeof path !== 'string' || shown === '') return []
    return [{ id: path, name: shown, dialect: 'sats-connect', path, icon }]
  })
}

function at(page: Page, path: string): unknown {
  const [first = '', ...rest] = path.split('.')
  return rest.reduce(member, page.global(first))
}
