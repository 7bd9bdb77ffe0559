import { cosmos } from 'latchkey/adapters/cosmos'
import type { Devnet } from 'latchkey/devnet'
import { adapterContract } from 'latchkey/testing'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { isAboutMoney } from '../support/about-money.ts'
import { cosmosLacks } from '../support/cosmos-surroundings.ts'
import { openCosmosWorld, reaches } from '../support/cosmos-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

const factory = cosmos()
const contract = adapterContract<'cosmos'>(factory.capabilities, cosmosLacks)
let devnet: Devnet

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['cosmos'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe.each(Object.keys(reaches) as (keyof typeof reaches)[])(
  'the cosmos adapter with a wallet (%s)',
  (reach) => {
    // Over JSON-RPC, a page can't add a network to the wallet.
    const all = reach.startsWith('JSON-RPC')
      ? contract.filter(({ needs }) => !needs.includes('network.add'))
      : contract
    for (const { name, run } of all)
      it(name, { tags: reach === 'JSON-RPC with hex' && isAboutMoney(name) ? ['all'] : [] }, () =>
        run(() => openCosmosWorld({ devnet, factory, reach })),
      )
  },
)

describe('the cosmos adapter with an IBC token', () => {
  const aboutTokens = contract.filter(({ needs }) => needs.some((need) => /token/.test(need)))
  it.each(aboutTokens.map((behavior) => [behavior.name, behavior] as const))('%s', (_, { run }) =>
    run(() => openCosmosWorld({ devnet, factory, reach: 'injected', token: 1 })),
  )
})
