import type { Connector } from '../../../core/wallet/connector.ts'
import { walletBounds } from '../../../core/wallet-limits.ts'

export type PeerWallet = NonNullable<Connector['wallet']>

const longest = 64
const picture = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i

/**
 * The wallet's own name and icon, both unverified. Uses only data URLs as icons: for any other, the page would contact a server
 * that the wallet chose.
 */
export function peerWallet(metadata: unknown): PeerWallet | undefined {
  const { name, icons } = (metadata ?? {}) as { readonly name?: unknown; readonly icons?: unknown }
  const text = typeof name === 'string' ? name.trim().slice(0, longest) : ''
  if (text === '') return undefined
  const list: readonly unknown[] = Array.isArray(icons) ? icons : []
  const imageUrl = list.find(
    (icon): icon is string =>
      typeof icon === 'string' && icon.length <= walletBounds.iconLength && picture.test(icon),
  )
  return { name: text, imageUrl }
}
