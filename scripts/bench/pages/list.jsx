import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import { mainnet } from 'latchkey/networks'
import { ConnectButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'
import { createRoot } from 'react-dom/client'

/** A host page with a catalogue. The benchmark puts the catalogue's URL into the query. */
const { origin, search } = location
const create = () =>
  createLatchkey({
    networks: [
      {
        ...mainnet,
        id: 31337,
        caipNetworkId: 'eip155:31337',
        rpcUrls: { default: { http: [`${origin}/rpc`] } },
      },
    ],
    adapters: [eip155()],
    connectors: [walletConnect()],
    endpoints: {
      relay: origin.replace(/^http/, 'ws'),
      catalogue: new URLSearchParams(search).get('catalogue') ?? undefined,
    },
  })

createRoot(document.getElementById('root')).render(
  <LatchkeyProvider create={create}>
    <ConnectButton />
    <LatchkeyModal />
  </LatchkeyProvider>,
)
