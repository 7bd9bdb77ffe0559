import { ConnectionProvider, WalletProvider } from '@solana/wallet-adapter-react'
import { WalletModalProvider, WalletMultiButton } from '@solana/wallet-adapter-react-ui'
import { createRoot } from 'react-dom/client'
import '@solana/wallet-adapter-react-ui/styles.css'

/** A host page with another open-source modal, for comparison. It finds the wallets that register by wallet-standard. */
createRoot(document.getElementById('root')).render(
  <ConnectionProvider endpoint={`${location.origin}/rpc`}>
    <WalletProvider wallets={[]}>
      <WalletModalProvider>
        <WalletMultiButton />
      </WalletModalProvider>
    </WalletProvider>
  </ConnectionProvider>,
)
