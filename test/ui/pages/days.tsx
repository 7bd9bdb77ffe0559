import { createLatchkey, type Latchkey } from 'latchkey'
import { ConnectButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { bip122 } from '../../../src/adapters/bip122/index.ts'
import { cosmos } from '../../../src/adapters/cosmos/index.ts'
import { eip155 } from '../../../src/adapters/eip155/index.ts'
import { polkadot } from '../../../src/adapters/polkadot/index.ts'
import { solana } from '../../../src/adapters/solana/index.ts'
import type { AdapterFactory } from '../../../src/core/wallet/adapter.ts'
import {
  bitcoin,
  cosmosHub,
  mainnet,
  osmosis,
  polkadotRelay,
  polygon,
  solanaMainnet,
} from '../../../src/networks/index.ts'
import type { DayFamily } from '../../support/day-wallets.ts'

const networks = {
  eip155: mainnet,
  solana: solanaMainnet,
  polkadot: polkadotRelay,
  bip122: bitcoin,
  cosmos: cosmosHub,
}
const adapters = { eip155, solana, polkadot, bip122, cosmos }

/** A second network of a family. */
const others = { eip155: polygon, cosmos: osmosis }

export interface DaysPage {
  readonly latchkey: Latchkey
}

const query = new URLSearchParams(location.search)
const family = query.get('family') as DayFamily
const more = query.has('many') && family in others ? [others[family as keyof typeof others]] : []
const whole = adapters[family]() as AdapterFactory
const adapter: AdapterFactory = {
  ...whole,
  create: async (context) => {
    if ((globalThis as { dayFailing?: boolean }).dayFailing)
      throw new TypeError('Failed to fetch dynamically imported module')
    return whole.create(context) as never
  },
}
const create = () => {
  const latchkey = createLatchkey({
    networks: [networks[family], ...more] as never,
    adapters: [adapter] as never,
    language: query.get('language') ?? 'en',
    themeMode: (query.get('theme') ?? 'light') as 'light',
    enableWalletConnect: false,
  })
  Object.assign(globalThis, { page: { latchkey } satisfies DaysPage })
  return latchkey
}

const container = document.createElement('div')
document.body.append(container)
createRoot(container).render(
  <LatchkeyProvider create={create}>
    <nav>
      <ConnectButton />
    </nav>
    <LatchkeyModal />
  </LatchkeyProvider>,
)
