import { describe, expect, it } from 'vitest'
import { supportsSwaps } from '../../../src/ui-react/parts/wallet/supports-swaps.ts'

const evm = { name: 'oneinch', create: async () => ({}) as never }
const solana = { name: 'jupiter', namespace: 'solana', create: async () => ({}) as never } as const
const prices = { name: 'coingecko', covers: ['prices'], create: async () => ({}) as never } as never
const names = ['oneinch', 'jupiter']
const on = (swaps: boolean | readonly string[], providers: readonly (typeof evm | typeof solana)[]) => {
  const options = { features: { swaps }, providers: [prices, ...providers] } as never
  const named = names.filter((name) => providers.some((one) => one.name === name))
  return (['eip155', 'solana', 'cosmos'] as const).map((family) => supportsSwaps(options, named, family))
}

describe('the swap button', () => {
  it.each([
    [[evm], true, [true, false, false]],
    [[solana], true, [false, true, false]],
    [[evm, solana], true, [true, true, false]],
    [[evm, solana], false, [false, false, false]],
    [[evm, solana], ['jupiter'], [false, true, false]],
    [
      [evm, solana],
      ['oneinch', 'jupiter'],
      [true, true, false],
    ],
    [[], true, [false, false, false]],
  ] as const)(
    'is shown only on families with an enabled provider: providers %j, features.swaps %j',
    (providers, swaps, expected) => {
      expect(on(swaps, providers)).toEqual(expected)
    },
  )

  it('is shown only on eip155 for a provider outside the option providers', () => {
    const options = { features: { swaps: true } } as never
    expect(supportsSwaps(options, ['1inch'], 'eip155')).toBe(true)
    expect(supportsSwaps(options, ['1inch'], 'solana')).toBe(false)
  })
})
