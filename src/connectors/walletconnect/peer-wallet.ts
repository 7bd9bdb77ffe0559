import type { Connector } from '../../core/wallet/connector.ts'
import { walletBounds } from '../../core/wallet-limits.ts'

export type PeerWallet = NonNullable<Connector['wallet']>

const longest = 64
const picture = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i

/**
 * What the wallet says of itself; nobody has checked it. Its picture counts when it is in the session itself: one at an
 * address would have the page ask a host that the wallet chose, and no option names.
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
