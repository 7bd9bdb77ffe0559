import { LegalFooter } from '../parts/legal.tsx'
import { WalletList } from '../parts/wallet-list.tsx'

/** The wallets, where Connect shows one button for all of them. Facts 9.3, "collapse". */
export function ConnectWalletsView() {
  return (
    <>
      <WalletList />
      <LegalFooter />
    </>
  )
}
