// Only the largest test runs include this file, because each mutant takes seconds on real nodes.
// @module-tag all
import { cosmos } from 'latchkey/adapters/cosmos'
import { cosmosLacks } from '../support/cosmos-surroundings.ts'
import { openCosmosWorld } from '../support/cosmos-world.ts'
import { mutant, takesForm } from '../support/mutants.ts'
import { testMutants } from '../support/mutants-suite.ts'

testMutants({
  factory: cosmos(),
  lacks: cosmosLacks,
  own: [
    mutant('signTransaction', 'drops a byte of the transaction', (sign) => async (...given) => {
      return ((await sign(...given)) as Uint8Array).slice(0, -1)
    }),
    takesForm('cosmos'),
  ],
  open: (devnet, factory) => openCosmosWorld({ devnet, factory, reach: 'injected' }),
})
