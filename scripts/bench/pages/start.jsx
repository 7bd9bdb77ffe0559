import { createLatchkey, formatUnits } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { sepolia } from 'latchkey/networks'
import { LatchkeyButton, LatchkeyModal, LatchkeyProvider, useAccount, useBalance } from 'latchkey/react'
import { createRoot } from 'react-dom/client'

/** The page of docs/start.md: one family, the button, the account and its balance. */
const create = () => createLatchkey({ networks: [sepolia], adapters: [eip155()] })

function Account() {
  const { address } = useAccount()
  const { balance } = useBalance()
  return (
    <output>
      {address} {balance && formatUnits(balance.value, balance.decimals)}
    </output>
  )
}

createRoot(document.getElementById('root')).render(
  <LatchkeyProvider create={create}>
    <LatchkeyButton />
    <Account />
    <LatchkeyModal />
  </LatchkeyProvider>,
)
