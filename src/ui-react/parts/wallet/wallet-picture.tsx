import type { CatalogueWallet } from '../../../core/wallet/list/catalogue-wallet.ts'
import { useCataloguePicture } from '../../hooks/use-catalogue-picture.ts'
import { WalletIcon } from './wallet-icon.tsx'

/** A catalogue wallet's picture: the app's own, otherwise the catalogue's. */
export function WalletPicture({
  wallet,
  size,
}: {
  readonly wallet: CatalogueWallet
  readonly size?: number | undefined
}) {
  const { name, image_url: own, image_id: id } = wallet
  const picture = useCataloguePicture('wallet', own === undefined ? id : undefined)
  return <WalletIcon name={name} src={own ?? picture} {...(size !== undefined && { size })} />
}
