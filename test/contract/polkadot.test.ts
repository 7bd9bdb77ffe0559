import { polkadot } from 'latchkey/adapters/polkadot'
import type { Devnet } from 'latchkey/devnet'
import { adapterContract } from 'latchkey/testing'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { type PolkadotChain, polkadotChain } from '../support/polkadot-chain.ts'
import { openPolkadotWorld, polkadotLacks } from '../support/polkadot-world.ts'

const factory = polkadot()
const contract = adapterContract<'polkadot'>(factory.capabilities, polkadotLacks)
let devnet: Devnet
let chain: PolkadotChain

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['polkadot'] })
  chain = polkadotChain(devnet.networks, devnet.accounts.dave!.polkadot!.secret)
}, leaseTimeout)
afterAll(async () => {
  await chain?.close()
  await devnet?.stop()
})

describe('the polkadot adapter with an extension', () => {
  it.each(contract.map((behavior) => [behavior.name, behavior] as const))('%s', (_, { run }) =>
    run(() => openPolkadotWorld({ devnet, chain, factory })),
  )
})
