import { eip155 } from 'latchkey/adapters/eip155'
import type { Devnet } from 'latchkey/devnet'
import { adapterContract } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAboutMoney } from '../support/about-money.ts'
import { openEip155World } from '../support/eip155-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

const factory = eip155()
const contract = adapterContract<'eip155'>(factory.capabilities)
let devnet: Devnet

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe.each(['injected', 'external'] as const)('the eip155 adapter with an %s wallet', (reach) => {
  for (const { name, run } of contract)
    it(name, { tags: reach === 'external' && isAboutMoney(name) ? ['all'] : [] }, () =>
      run(() => openEip155World({ devnet, factory, reach })),
    )
})

it('the contract suite has a unique name for each behavior', () => {
  const names = contract.map(({ name }) => name)
  expect(names.length).toBeGreaterThanOrEqual(35)
  expect(new Set(names).size).toBe(names.length)
})
