import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { embeddedWallet } from 'latchkey/connectors/embedded'
import {
  AccountButton,
  ConnectButton,
  LatchkeyModal,
  LatchkeyProvider,
  useLatchkey,
  useSignMessage,
} from 'latchkey/react'
import { createRoot } from 'react-dom/client'

/** A host page with the data service, swaps and the embedded wallet of the local world that the bench has started. */
const { networks, data, zone, wallet } = globalThis.world
const create = () =>
  createLatchkey({
    networks,
    adapters: [eip155()],
    connectors: [embeddedWallet({ url: wallet })],
    endpoints: { data },
    names: { zone },
    projectId: 'bench',
  })

function Page() {
  const latchkey = useLatchkey()
  globalThis.latchkey = latchkey
  const { signMessage } = useSignMessage()
  return (
    <>
      <ConnectButton />
      <AccountButton />
      <button type="button" data-testid="email" onClick={() => latchkey.open({ view: 'EmailLogin' })}>
        Log in by email
      </button>
      <button
        type="button"
        data-testid="sign"
        onClick={() => signMessage({ message: 'A message to sign' }).catch(() => {})}
      >
        Sign
      </button>
    </>
  )
}

createRoot(document.getElementById('root')).render(
  <LatchkeyProvider create={create}>
    <Page />
    <LatchkeyModal />
  </LatchkeyProvider>,
)
