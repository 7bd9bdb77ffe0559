import {
  AccountButton,
  ConnectButton,
  LatchkeyModal,
  NetworkButton,
  useController,
  useLatchkey,
} from 'latchkey/react'
import type { PublicWorld } from '../server/world.ts'
import { DevWallets } from './dev-wallets.tsx'
import { devtoolsSwitch } from './devtools.ts'
import { Events } from './events.tsx'
import { Family } from './family.tsx'
import { HeadlessWallet } from './headless-wallet.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { Mailbox } from './mailbox.tsx'
import { Mark } from './mark.tsx'
import { SetupChoice } from './setup-choice.tsx'
import type { Setup } from './setups.ts'
import { SignIn } from './sign-in.tsx'
import { State } from './state.tsx'
import { ThemeChoice } from './theme-choice.tsx'

export function App({ world, setup }: { readonly world: PublicWorld; readonly setup: Setup }) {
  const inPage = setup.options?.enableEmbedded
  const families = [...new Set(world.networks.map(({ chainNamespace }) => chainNamespace))]
  return (
    <>
      <header className="bar">
        <Mark />
        <strong>Latchkey</strong>
        <span className="quiet">demo</span>
        <span className="spring" />
        <LanguageChoice />
        <ThemeChoice />
        <span className="network">
          <NetworkButton />
        </span>
        <Who />
      </header>
      <main>
        <section className="intro">
          <h1>One button, five chain families</h1>
          <p className="quiet">
            Real nodes on this machine, and wallets with real keys to worthless accounts. Connect one of them,
            or all.
          </p>
          <SetupChoice chosen={setup} relay={Boolean(world.relay)} embeddedWallet={world.embeddedWallet} />
          <DevtoolsSwitch />
        </section>
        {inPage && (
          <section className="stand" aria-label="The modal">
            <LatchkeyModal />
          </section>
        )}
        {setup.options?.siwx && <SignIn />}
        {setup.needsEmbeddedWallet && <Mailbox />}
        <section aria-labelledby="accounts">
          <h2 id="accounts">Accounts</h2>
          <div className="families">
            {families.map((namespace) => (
              <Family key={namespace} namespace={namespace} world={world} />
            ))}
          </div>
        </section>
        <div className="columns">
          <Events />
          <State />
        </div>
        {world.relay && <HeadlessWallet />}
        <DevWallets />
      </main>
      {!inPage && <LatchkeyModal />}
    </>
  )
}

/** Shows the connect button, or the account button if the active family is connected. */
function Who() {
  const { account, network } = useLatchkey()
  const namespace = useController(network, ({ activeNamespace }) => activeNamespace)
  const connected = useController(account, (state) => state[namespace].status === 'connected')
  return connected ? <AccountButton /> : <ConnectButton />
}

function DevtoolsSwitch() {
  const way = devtoolsSwitch()
  return way ? (
    <p className="small">
      <a href={way.href}>{way.label}</a>
    </p>
  ) : null
}
