import type { CatalogueWallet } from '../../../core/wallet/list/catalogue-wallet.ts'
import { useCataloguePicture } from '../../hooks/use-catalogue-picture.ts'
import { usePausable } from '../../hooks/use-pausable.ts'
import { useMark } from '../../marks/use-mark.ts'
import { useRuntime } from '../../runtime.ts'
import { WalletIcon } from './wallet-icon.tsx'

/**
 * Shows a catalogue wallet's picture. Uses the first available of these: the host's
 * picture (`image_url`), our logo of the wallet, the catalogue's picture, the icon that the wallet
 * announced.
 */
export function WalletPicture({
  wallet,
  size,
}: {
  readonly wallet: CatalogueWallet
  readonly size?: number | undefined
}) {
  const { name, image_url: own, image_id: image } = wallet
  const mark = useMark('wallet', ...(own === undefined ? [wallet.id, wallet.rdns ?? undefined] : []))
  const unmarked = own === undefined && !mark?.startsWith('data:')
  const { latchkey } = useRuntime()
  const announced = usePausable(latchkey.catalogue, ({ announcedIcons: icons }) =>
    wallet.rdns && icons && Object.hasOwn(icons, wallet.rdns) ? icons[wallet.rdns] : undefined,
  )
  const picture = useCataloguePicture('wallet', unmarked && mark !== null ? image : undefined)
  return (
    <WalletIcon
      name={name}
      src={own ?? picture ?? (unmarked && mark !== null ? (announced ?? mark) : mark)}
      {...(size !== undefined && { size })}
    />
  )
}
