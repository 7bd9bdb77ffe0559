import { bip122 } from 'latchkey/adapters/bip122'
import type { Devnet } from 'latchkey/devnet'
import { adapterContract } from 'latchkey/testing'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { lackedBy, reaches } from '../support/bip122-surroundings.ts'
import { openBip122World } from '../support/bip122-world.ts'
import { bitcoinNodes, leaseBitcoin } from '../support/bitcoind.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'

const factory = bip122()

describe.each(bitcoinNodes)('on %s', (node) => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await leaseBitcoin(node)
  }, leaseTimeout)
  afterAll(() => devnet?.stop())

  describe.each(reaches)('the bip122 adapter with a wallet (%s)', (reach) => {
    const contract = adapterContract<'bip122'>(factory.capabilities, lackedBy[reach])
    it.each(contract.map((behavior) => [behavior.name, behavior] as const))('%s', (_, { run }) =>
      run(() => openBip122World({ devnet, factory, reach })),
    )
  })
})
