import { LegalFooter } from '../../parts/legal.tsx'
import { WalletList } from '../../parts/wallet/wallet-list.tsx'

/** Shows the wallet list. Used when Connect shows a single button for the list (`collapseWallets`, S3.9.3). */
export function ConnectWalletsView() {
  return (
    <>
      <WalletList />
      <LegalFooter />
    </>
  )
}
