import { describe, expect, it } from 'vitest'
import { dollars, worthOf } from '../../../src/ui-react/language/fiat.ts'

describe('an amount in US dollars', () => {
  it.each([
    ['en', 26_246_249.934, '$26,246,249.93'],
    ['en', 0, '$0.00'],
    ['en', 0.375, '$0.38'],
    ['es', 1234.5, '1234,50\u00a0US$'],
  ])('has 2 decimals, in the format of %s: %d', (tag, value, text) => {
    expect(dollars(tag, value)).toBe(text)
  })

  it('of a token requires its price', () => {
    const amount = { value: 3_000_000n, decimals: 6, symbol: 'tUSD' }
    expect(worthOf({ asset: undefined, amount, price: 2 } as never, 1_500_000n)).toBe(3)
    expect(worthOf({ asset: undefined, amount } as never, 1_500_000n)).toBeUndefined()
  })
})
