import { solana } from 'latchkey/adapters/solana'
import type { Devnet } from 'latchkey/devnet'
import { adapterContract } from 'latchkey/testing'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { isAboutMoney } from '../support/about-money.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { openSolanaWorld, reaches } from '../support/solana-world.ts'

const factory = solana()
// A solana wallet is on all its networks at the same time, because each request names its network. So the
// behaviors of switching don't apply.
const contract = adapterContract<'solana'>(factory.capabilities, ['wallet.network', 'wallet.switch'])
let devnet: Devnet

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['solana'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe.each(Object.keys(reaches) as (keyof typeof reaches)[])(
  'the solana adapter with a wallet (%s)',
  (reach) => {
    for (const { name, run } of contract)
      it(name, { tags: reach === 'JSON-RPC' && isAboutMoney(name) ? ['all'] : [] }, () =>
        run(() => openSolanaWorld({ devnet, factory, reach })),
      )
  },
)

describe('the solana adapter with a Token-2022 token', () => {
  const aboutTokens = contract.filter(({ needs }) => needs.some((need) => /token/.test(need)))
  it.each(aboutTokens.map((behavior) => [behavior.name, behavior] as const))('%s', (_, { run }) =>
    run(() => openSolanaWorld({ devnet, factory, reach: 'registered', token: 1 })),
  )
})
