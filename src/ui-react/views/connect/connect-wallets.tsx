import { LegalFooter } from '../../parts/legal.tsx'
import { WalletList } from '../../parts/wallet/wallet-list.tsx'

/** The wallet list, when Connect shows a single button for it (`collapseWallets`, S3.9.3). */
export function ConnectWalletsView() {
  return (
    <>
      <WalletList />
      <LegalFooter />
    </>
  )
}
