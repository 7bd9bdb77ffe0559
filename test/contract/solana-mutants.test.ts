// Only the largest test runs include this file, because each mutant takes seconds on real nodes.
// @module-tag all
import { solana } from 'latchkey/adapters/solana'
import { mutant, takesForm } from '../support/mutants.ts'
import { testMutants } from '../support/mutants-suite.ts'
import { openSolanaWorld } from '../support/solana-world.ts'

testMutants({
  factory: solana(),
  lacks: ['wallet.network', 'wallet.switch'],
  own: [
    mutant('signTransaction', 'returns the transaction unsigned', () => async (_, transaction) => {
      return (transaction as { wire: Uint8Array }).wire
    }),
    takesForm('solana'),
  ],
  // The wallet only signs, so the adapter must send.
  open: (devnet, factory) => openSolanaWorld({ devnet, factory, reach: 'registered, sign-only' }),
})
