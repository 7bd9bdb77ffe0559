import type { Connector } from '../../../core/wallet/connector.ts'
import { walletBounds } from '../../../core/wallet-limits.ts'

export type PeerWallet = NonNullable<Connector['wallet']>

const longest = 64
const longestLink = 2048
const picture = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i

/**
 * Returns the wallet's own name, icon and links. None of them is verified. Returns only icons that are data URLs: with any
 * other URL, the page would contact a server that the wallet chose.
 */
export function peerWallet(metadata: unknown): PeerWallet | undefined {
  const { name, icons, redirect } = (metadata ?? {}) as Readonly<
    Record<'name' | 'icons' | 'redirect', unknown>
  >
  const text = typeof name === 'string' ? name.trim().slice(0, longest) : ''
  if (text === '') return undefined
  const list: readonly unknown[] = Array.isArray(icons) ? icons : []
  const imageUrl = list.find(
    (icon): icon is string =>
      typeof icon === 'string' && icon.length <= walletBounds.iconLength && picture.test(icon),
  )
  const { native, universal } = (redirect ?? {}) as Readonly<Record<'native' | 'universal', unknown>>
  const links = { native: linkIn(native), universal: linkIn(universal) }
  return { name: text, imageUrl, ...((links.native || links.universal) && { redirect: links }) }
}

function linkIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= longestLink ? value : undefined
}
