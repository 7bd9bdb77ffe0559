import type { CatalogueWallet } from '../../../core/wallet/list/catalogue-wallet.ts'
import { useCataloguePicture } from '../../hooks/use-catalogue-picture.ts'
import { useMark } from '../../marks/use-mark.ts'
import { WalletIcon } from './wallet-icon.tsx'

/**
 * Shows a catalogue wallet's picture. Uses the first available of: the app's picture, our logo of the wallet, the catalogue's
 * picture.
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
  const picture = useCataloguePicture('wallet', unmarked && mark !== null ? image : undefined)
  return <WalletIcon name={name} src={own ?? picture ?? mark} {...(size !== undefined && { size })} />
}
