// Only the largest test runs include this file, because each mutant takes seconds on real nodes.
// @module-tag all
import { eip155 } from 'latchkey/adapters/eip155'
import { eip155Mutants } from '../support/eip155-mutants.ts'
import { openEip155World } from '../support/eip155-world.ts'
import { testMutants } from '../support/mutants-suite.ts'

testMutants({
  factory: eip155(),
  own: eip155Mutants,
  open: (devnet, factory) => openEip155World({ devnet, factory, reach: 'external' }),
})
