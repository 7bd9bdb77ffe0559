import { bip122 } from 'latchkey/adapters/bip122'
import type { Devnet } from 'latchkey/devnet'
import { adapterContract } from 'latchkey/testing'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { lackedBy, reaches } from '../support/bip122-surroundings.ts'
import { openBip122World } from '../support/bip122-world.ts'
import { hasBitcoind } from '../support/bitcoind.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

const factory = bip122()

describe.skipIf(!hasBitcoind)('on a real bitcoind', () => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['bip122'] })
  }, leaseTimeout)
  afterAll(() => devnet?.stop())

  describe.each(reaches)('the bip122 adapter with a wallet that is reached by %s', (reach) => {
    const contract = adapterContract<'bip122'>(factory.capabilities, lackedBy[reach])
    it.each(contract.map((behaviour) => [behaviour.name, behaviour] as const))('%s', (_, { run }) =>
      run(() => openBip122World({ devnet, factory, reach })),
    )
  })
})
