import { useEffect, useState } from 'react'
import type { CatalogueWallet } from '../../core/wallet/catalogue-wallet.ts'
import { useRuntime } from '../runtime.ts'
import { WalletIcon } from './wallet-icon.tsx'

/** A wallet of the catalogue: the app's own picture, else the catalogue's, which is let go with this. */
export function WalletPicture({
  wallet,
  size,
}: {
  readonly wallet: CatalogueWallet
  readonly size?: number | undefined
}) {
  const { latchkey } = useRuntime()
  const { name, image_url: own, image_id: id } = wallet
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    if (own !== undefined || id === undefined) return
    const shown = new AbortController()
    const { signal } = shown
    latchkey.catalogue.picture('wallet', id, { signal }).then(
      (url) => signal.aborted || setPicture(url),
      // The letter stays.
      () => {},
    )
    return () => {
      shown.abort()
      setPicture(undefined)
    }
  }, [latchkey, own, id])
  return <WalletIcon name={name} src={own ?? picture} {...(size !== undefined && { size })} />
}
