import { createLatchkey } from 'latchkey'
import { bip122 } from 'latchkey/adapters/bip122'
import { cosmos } from 'latchkey/adapters/cosmos'
import { eip155 } from 'latchkey/adapters/eip155'
import { polkadot } from 'latchkey/adapters/polkadot'
import { solana } from 'latchkey/adapters/solana'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import { bitcoin, cosmosHub, mainnet, polkadotAssetHub, solanaMainnet } from 'latchkey/networks'
import { ConnectButton, LatchkeyModal, LatchkeyProvider, useAccount } from 'latchkey/react'
import { createRoot } from 'react-dom/client'

/** A host page with all families and WalletConnect. The page's own server is its only node and relay. */
const here = { default: { http: [`${location.origin}/rpc`] } }
const networks = [mainnet, solanaMainnet, bitcoin, polkadotAssetHub, cosmosHub]
const create = () =>
  createLatchkey({
    networks: networks.map((network) => ({ ...network, rpcUrls: here })),
    adapters: [eip155(), solana(), bip122(), polkadot(), cosmos()],
    connectors: [walletConnect()],
    endpoints: { relay: location.origin.replace(/^http/, 'ws') },
  })

function Who() {
  const { address } = useAccount()
  return <output id="who">{address}</output>
}

createRoot(document.getElementById('root')).render(
  <LatchkeyProvider create={create}>
    <ConnectButton />
    <Who />
    <LatchkeyModal />
  </LatchkeyProvider>,
)
