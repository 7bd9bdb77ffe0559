import { createLatchkey } from 'latchkey'
import { bip122 } from 'latchkey/adapters/bip122'
import { cosmos } from 'latchkey/adapters/cosmos'
import { eip155 } from 'latchkey/adapters/eip155'
import { polkadot } from 'latchkey/adapters/polkadot'
import { solana } from 'latchkey/adapters/solana'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import { LatchkeyModal, LatchkeyProvider } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { watchPage } from './page-faults.ts'
import './demo.css'
import { loadWorld } from './world.ts'

watchPage()
const world = await loadWorld()
const present = new Set(world.networks.map(({ chainNamespace }) => chainNamespace))
const adapters = [eip155(), solana(), bip122(), polkadot(), cosmos()]

function create() {
  const latchkey = createLatchkey({
    networks: world.networks,
    adapters: adapters.filter(({ namespace }) => present.has(namespace)),
    ...(world.relay && {
      connectors: [walletConnect()],
      endpoints: { relay: world.relay },
    }),
    connectorImages: world.connectorImages,
    metadata: { name: 'Latchkey demo', description: 'Five chain families on one page' },
  })
  // For whoever opens the console.
  return Object.assign(globalThis, { latchkey }).latchkey
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LatchkeyProvider create={create}>
      <App world={world} />
      <LatchkeyModal />
    </LatchkeyProvider>
  </StrictMode>,
)
