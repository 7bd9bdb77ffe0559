import { createLatchkey, type Latchkey } from 'latchkey'
import { bip122 } from 'latchkey/adapters/bip122'
import { cosmos } from 'latchkey/adapters/cosmos'
import { eip155 } from 'latchkey/adapters/eip155'
import { polkadot } from 'latchkey/adapters/polkadot'
import { solana } from 'latchkey/adapters/solana'
import { embeddedWallet } from 'latchkey/connectors/embedded'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import { LatchkeyProvider } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { wantedDevtools } from './devtools.ts'
import { watchPage } from './page-faults.ts'
import './demo.css'
import { chosenSetup, customWallets } from './setups.ts'
import { loadWorld } from './world.ts'

watchPage()
const setup = chosenSetup()
const whole = await loadWorld()
const { families } = setup
const world = {
  ...whole,
  networks: whole.networks.filter(({ chainNamespace }) => families?.includes(chainNamespace) ?? true),
}
const present = new Set(world.networks.map(({ chainNamespace }) => chainNamespace))
const devtools = await wantedDevtools()
const adapters = [eip155(), solana(), bip122(), polkadot(), cosmos()]

/** Requests the URL of the embedded wallet. The first request starts the wallet. */
const wallet =
  setup.needsEmbeddedWallet && world.embeddedWallet
    ? ((await (await fetch('/embedded-wallet/where')).json()) as { readonly url: string })
    : undefined

function create(): Latchkey {
  const inFrame = wallet ? [embeddedWallet(wallet)] : []
  const latchkey: Latchkey = createLatchkey({
    networks: world.networks,
    adapters: adapters.filter(({ namespace }) => present.has(namespace)),
    connectors: world.relay ? [walletConnect(), ...inFrame] : inFrame,
    endpoints: { relay: world.relay, catalogue: world.catalogue, data: world.data?.url },
    ...(world.data && { projectId: 'demo', names: { zone: world.data.zone } }),
    ...(world.meld && { meld: world.meld }),
    ...(world.relay && { customWallets }),
    connectorImages: world.connectorImages,
    metadata: { name: 'Latchkey demo', description: 'Five chain families on one page' },
    platform: devtools?.platform(),
    ...setup.options,
    features: {
      smartSessions: true,
      ...setup.options?.features,
      ...(!world.exchange && { swaps: false }),
    },
  })
  devtools?.attach(latchkey)
  if (setup.id === 'walletconnect') {
    // In this setup, the app creates the pairing when the modal opens.
    latchkey.modal.on('opened', () => {
      const control = new AbortController()
      const stop = latchkey.modal.on('closed', () => control.abort())
      const { signal } = control
      latchkey
        .connect({ connectorId: 'walletConnect' }, { signal })
        .then(
          () => latchkey.close(),
          () => {},
        )
        .finally(stop)
    })
  }
  // For the browser console.
  return Object.assign(globalThis, { latchkey }).latchkey
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LatchkeyProvider create={create}>
      <App world={world} setup={setup} />
    </LatchkeyProvider>
  </StrictMode>,
)
