import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../../../src/core/amounts/amount.ts'
import { formatUnits } from '../../../../src/core/amounts/units.ts'

describe('the parser of amounts', () => {
  it.each([
    ['1', 18, 1_000_000_000_000_000_000n],
    ['1.000000000000000001', 18, 0xde0b6b3a7640001n],
    ['.5', 1, 5n],
    ['5.', 2, 500n],
    ['0.1', 6, 100_000n],
    ['007', 0, 7n],
    ['1.10', 2, 110n],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', 0, 2n ** 256n - 1n],
  ])('accepts %s with %s decimals', (text, decimals, value) => {
    expect(parseAmount(text, decimals)).toBe(value)
  })

  const refused: readonly (readonly [text: string, decimals: number, reason: string])[] = [
    ['1.0000005', 6, 'has more than 6 decimals'],
    ['1.0', 0, 'has more than 0 decimals'],
    ['1e18', 18, 'is not a decimal number'],
    ['1e3', 18, 'is not a decimal number'],
    ['0x10', 18, 'is not a decimal number'],
    ['Infinity', 18, 'is not a decimal number'],
    ['NaN', 18, 'is not a decimal number'],
    ['-1', 18, 'is not a decimal number'],
    ['+1', 18, 'is not a decimal number'],
    [' 1', 18, 'is not a decimal number'],
    ['1 ', 18, 'is not a decimal number'],
    ['1\n', 18, 'is not a decimal number'],
    ['1,5', 18, 'is not a decimal number'],
    ['1_000', 18, 'is not a decimal number'],
    ['1.2.3', 18, 'is not a decimal number'],
    ['١', 18, 'is not a decimal number'],
    ['１', 18, 'is not a decimal number'],
    ['.', 18, 'is not a decimal number'],
    ['', 18, 'is missing'],
    ['0', 18, 'must be more than zero'],
    ['0.000', 18, 'must be more than zero'],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639936', 0, 'is too large'],
    ['1'.repeat(1_000_000), 0, 'is not a decimal number'],
  ]
  it.each(refused.map(([text, ...rest]) => [text.slice(0, 20), ...rest, text] as const))(
    "refuses '%s' with %s decimals",
    (_, decimals, reason, text) => {
      expect(() => parseAmount(text, decimals)).toThrow(
        expect.objectContaining({
          code: 'validation/invalid-amount',
          message: `amount: ${reason}`,
          values: expect.objectContaining({ reason }),
        }),
      )
    },
  )

  it('accepts zero where it is allowed', () => {
    expect(parseAmount('0', 18, { allowZero: true })).toBe(0n)
    expect(parseAmount('.0', 18, { allowZero: true })).toBe(0n)
  })

  it('refuses more than the maximum', () => {
    expect(parseAmount('1', 2, { max: 100n })).toBe(100n)
    expect(() => parseAmount('1.01', 2, { max: 100n })).toThrow('amount: is too large')
  })
})

describe('the formatter of amounts', () => {
  it.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_500_000n, 6, '1.5'],
    [-1_500_000n, 6, '-1.5'],
    [100n, 0, '100'],
    [100n, 2, '1'],
    [2n ** 256n - 1n, 18, '115792089237316195423570985008687907853269984665640564039457.584007913129639935'],
  ])('formats %s with %s decimals as %s', (value, decimals, text) => {
    expect(formatUnits(value, decimals)).toBe(text)
  })
})
