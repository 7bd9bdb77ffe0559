import { sepolia } from 'latchkey/networks'
import { describe, expect, it } from 'vitest'
import { builtInFlow } from '../../cli/check/built-in-flow.ts'
import { stepLimit } from '../../cli/check/run-check.ts'

const minute = 60_000

describe('the time limit for a step of latchkey check', () => {
  it.each([
    ['a minute on a local network', 'send', 'bip122', true, minute],
    ['an hour for a send on a public Bitcoin network', 'send', 'bip122', false, 60 * minute],
    ['a minute for other steps on a public Bitcoin network', 'connect', 'bip122', false, minute],
    ['a minute on other public networks', 'send', 'eip155', false, minute],
  ] as const)('is %s', (_, action, family, local, limit) => {
    expect(stepLimit({ do: action }, family, { local }, {})).toBe(limit)
  })

  it('is the time of --timeout if it is given', () => {
    for (const timeout of [5000, 120 * minute])
      for (const local of [true, false])
        expect(stepLimit({ do: 'send' }, 'bip122', { local }, { timeout })).toBe(timeout)
  })
})

describe('the built-in flow', () => {
  it.each([
    ['registers no name on a public network, and sends to no other account', false, []],
    ['registers a name on a local network, and sends to a name', true, ['names', 'send to bob.lk.test']],
  ] as const)('%s, if the data service has names', (_, local, expected) => {
    const { steps } = builtInFlow('eip155', sepolia, local, { zone: 'lk.test' })
    const found = steps.flatMap((step) => {
      if (step.do === 'send' && step.to !== undefined) return [`send to ${step.to}`]
      return step.do === 'names' ? ['names'] : []
    })
    expect(found).toEqual(expected)
  })
})
