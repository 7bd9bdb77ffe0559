import { describe, expect, it } from 'vitest'
import { rateIn } from '../../../src/ui-react/parts/swap/rate.ts'

/** Returns the shown rate of a swap. `gives` and `gets` are amounts in the smallest unit, with their decimals. */
const rate = (gives: [bigint, number], gets: [bigint, number], tag = 'en') =>
  rateIn(tag, { value: gives[0], decimals: gives[1] }, { value: gets[0], decimals: gets[1] })

describe('the rate of a swap', () => {
  it('has 6 decimals without trailing zeros', () => {
    expect(rate([2n * 10n ** 18n, 18], [7_000_000_000n, 6])).toBe('3,500')
    expect(rate([3n * 10n ** 18n, 18], [10_000_000n, 6])).toBe('3.333333')
    expect(rate([3n * 10n ** 18n, 18], [10_000_000n, 6], 'de')).toBe('3,333333')
  })

  it('has 4 significant digits if it is small, even below the smallest unit of the token to receive', () => {
    // 10,000,000 PEPE for 69.99 USDC, and for 0.00066 WBTC.
    expect(rate([10n ** 25n, 18], [69_990_000n, 6])).toBe('0.000006999')
    expect(rate([10n ** 25n, 18], [66_000n, 8])).toBe('0.000000000066')
    expect(rate([3n * 10n ** 25n, 18], [100_000_000n, 6])).toBe('0.000003333')
    expect(rate([3n, 0], [1n, 2])).toBe('0.003333')
  })

  it('is not rounded up', () => {
    expect(rate([1n, 0], [19_999_999n, 7])).toBe('1.999999')
    expect(rate([10n ** 9n, 0], [19_999_999n, 7])).toBe('0.000000001999')
  })

  it('is 0 if nothing arrives', () => {
    expect(rate([1n, 18], [0n, 6])).toBe('0')
  })
})
