// Only the largest test runs include this file, because each mutant takes seconds on real nodes.
// @module-tag all
import { polkadot } from 'latchkey/adapters/polkadot'
import { mutant, takesForm } from '../support/mutants.ts'
import { testMutants } from '../support/mutants-suite.ts'
import { type PolkadotChain, polkadotChain } from '../support/polkadot-chain.ts'
import { openPolkadotWorld, polkadotLacks } from '../support/polkadot-world.ts'

let chain: PolkadotChain

testMutants({
  factory: polkadot(),
  lacks: polkadotLacks,
  own: [
    mutant('signTransaction', 'drops a byte of the transaction', (sign) => async (...given) => {
      return ((await sign(...given)) as string).slice(0, -2) as `0x${string}`
    }),
    takesForm('polkadot'),
  ],
  begin(devnet) {
    chain = polkadotChain(devnet.networks, devnet.accounts.dave!.polkadot!.secret)
  },
  end: () => chain?.close(),
  open: (devnet, factory) => openPolkadotWorld({ devnet, factory, chain }),
})
