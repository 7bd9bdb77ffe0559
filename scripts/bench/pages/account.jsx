import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { AccountButton, ConnectButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'
import { createRoot } from 'react-dom/client'

/** A host page on the local world that the bench has started. */
const { networks, data, zone } = globalThis.world
const create = () =>
  createLatchkey({ networks, adapters: [eip155()], endpoints: { data }, names: { zone }, projectId: 'bench' })

createRoot(document.getElementById('root')).render(
  <LatchkeyProvider create={create}>
    <ConnectButton />
    <AccountButton />
    <LatchkeyModal />
  </LatchkeyProvider>,
)
