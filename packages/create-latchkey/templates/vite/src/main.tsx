import { createLatchkey, formatUnits } from 'latchkey'
import { LatchkeyButton, LatchkeyModal, LatchkeyProvider, useAccount, useBalance } from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { options } from './options'
import { Sign } from './sign'

const create = () => createLatchkey(options)

function Account() {
  const { address } = useAccount()
  const { balance } = useBalance()
  if (!address) return <p>No wallet connected yet.</p>
  return (
    <dl>
      <dt>Address</dt>
      <dd>{address}</dd>
      <dt>Balance</dt>
      <dd>{balance ? `${formatUnits(balance.value, balance.decimals)} ${balance.symbol}` : '…'}</dd>
    </dl>
  )
}

function App() {
  return (
    <LatchkeyProvider create={create}>
      <header>
        <h1>My app</h1>
        <LatchkeyButton />
      </header>
      <main>
        <Account />
        <Sign />
      </main>
      <LatchkeyModal />
    </LatchkeyProvider>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
