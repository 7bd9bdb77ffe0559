import { LegalFooter } from '../../parts/legal.tsx'
import { WalletList } from '../../parts/wallet/wallet-list.tsx'

/** Shows the wallet list. Used when Connect shows only a button for it (`collapseWallets`, `emailShowWallets`, S3.9.3). */
export function ConnectWalletsView() {
  return (
    <>
      <WalletList />
      <LegalFooter />
    </>
  )
}
