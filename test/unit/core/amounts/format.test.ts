import { describe, expect, it } from 'vitest'
import {
  formatAmount,
  formatDecimal,
  truncate,
  truncateAddress,
} from '../../../../src/core/amounts/format.ts'

describe('the formatter of numbers', () => {
  it.each([
    ['123.456789', 3, '123.456'],
    ['0.000456789', 3, '0.000'],
    ['1.001', 3, '1.001'],
    ['0.9999', 3, '0.999'],
    ['-0.0001', 3, '0.000'],
    ['-1.9999', 3, '-1.999'],
    ['5', 3, '5.000'],
    ['.5', 3, '0.500'],
    ['5.', 3, '5.000'],
    ['0005', 0, '5'],
    ['12345678901234567890.12345', 3, '12345678901234567890.123'],
    ['', 3, '0.000'],
    ['NaN', 3, '0.000'],
    ['1e21', 3, '0.000'],
  ])('formats %s to %s decimals as %s, cut and not rounded', (text, decimals, shown) => {
    expect(formatDecimal(text, decimals)).toBe(shown)
  })

  it.each([
    [1_001_000_000_000_000_000n, 18, '1.001 ETH'],
    [1n, 18, '0.000 ETH'],
    [0n, 18, '0.000 ETH'],
    [1_999_999n, 6, '1.999 ETH'],
  ])('formats an amount of %s with %s decimals as %s', (value, decimals, shown) => {
    expect(formatAmount({ value, decimals, symbol: 'ETH' })).toBe(shown)
    expect(formatAmount({ value, decimals })).toBe(shown.slice(0, -4))
  })
})

describe('shortening a text', () => {
  it('keeps the first 4 and the last 6 characters of an address', () => {
    expect(truncateAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe('0x5a...1BeAed')
  })

  it.each([
    ['0123456789', 4, 6, '0123456789'],
    ['0123456789a', 4, 6, '0123...56789a'],
    ['0123456789', 4, 0, '0123...'],
    ['0123456789', 0, 4, '...6789'],
    ['', 4, 6, ''],
  ])(
    "turns '%s' into its first %s and last %s characters, if that is shorter: '%s'",
    (text, lead, tail, short) => {
      expect(truncate(text, lead, tail)).toBe(short)
    },
  )
})
