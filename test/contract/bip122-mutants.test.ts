import { bip122 } from 'latchkey/adapters/bip122'
import { describe } from 'vitest'
import { lackedBy } from '../support/bip122-surroundings.ts'
import { openBip122World } from '../support/bip122-world.ts'
import { hasBitcoind } from '../support/bitcoind.ts'
import { mutant, takesForm } from '../support/mutants.ts'
import { testMutants } from '../support/mutants-suite.ts'

describe.skipIf(!hasBitcoind)('on a real bitcoind', () =>
  testMutants({
    factory: bip122(),
    lacks: lackedBy['sats-connect'],
    addressesNameNetwork: true,
    own: [
      mutant('signTransaction', 'returns the transaction unsigned', () => async (_, transaction) => {
        return { psbtBase64: (transaction as { psbtBase64: string }).psbtBase64 }
      }),
      takesForm('bip122'),
    ],
    open: (devnet, factory) => openBip122World({ devnet, factory, reach: 'sats-connect' }),
  }),
)
