import { describe, expect, it } from 'vitest'
import { fiatFormat, littleFiat, worthOf } from '../../../src/ui-react/language/fiat.ts'

describe('a value in a currency', () => {
  it.each([
    ['en', 'usd', 26_246_249.934, '$26,246,249.93'],
    ['en', 'usd', 0, '$0.00'],
    ['en', 'usd', 0.375, '$0.38'],
    ['es', 'usd', 1234.5, '1234,50\u00a0US$'],
    ['de', 'eur', 1234.5, '1.234,50\u00a0€'],
    ['en', 'jpy', 1234.5, '¥1,235'],
  ])(
    'has the format of the language %s and the decimals of the currency: %s %d',
    (tag, currency, value, text) => {
      expect(fiatFormat(tag, currency).format(value)).toBe(text)
    },
  )

  it.each([
    ['usd', 0.004, '<$0.01'],
    ['usd', 0, '$0.00'],
    ['usd', 0.01, '$0.01'],
    ['jpy', 0.4, '<¥1'],
    ['kwd', 0.004, 'KWD\u00a00.004'],
  ])('is shown as zero only if it is zero: %s %d', (currency, value, text) => {
    expect(littleFiat(fiatFormat('en', currency), value)).toBe(text)
  })

  it('is unknown for a token without a price', () => {
    const amount = { value: 3_000_000n, decimals: 6, symbol: 'tUSD' }
    expect(worthOf({ asset: undefined, amount, price: 2 } as never, 1_500_000n)).toBe(3)
    expect(worthOf({ asset: undefined, amount } as never, 1_500_000n)).toBeUndefined()
  })
})
