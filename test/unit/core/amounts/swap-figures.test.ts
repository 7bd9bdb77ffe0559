import { describe, expect, it } from 'vitest'
import { minimumOf, priceImpact, providerFeeOf, worthAt } from '../../../../src/core/amounts/swap-figures.ts'
import { swapLimits } from '../../../../src/core/limits.ts'
import { disabledReason } from '../../../../src/core/options/disabled-reason.ts'
import { providerFor } from '../../../../src/core/options/feature-providers.ts'

describe('the figures of a swap (S3.3.8)', () => {
  it('include a network fee in dollars', () => {
    expect(worthAt(0.7207, { value: 150_000n * 455966887160n, decimals: 18 })).toBeCloseTo(
      0.0492923003364318,
      15,
    )
    expect(worthAt(0.7207, { value: swapLimits.gas * 60000000128n, decimals: 18 })).toBeCloseTo(
      0.00648630001383744,
      12,
    )
    expect(worthAt(undefined, { value: 1n, decimals: 18 })).toBeUndefined()
  })

  it('include a price impact', () => {
    // The example in S3.3.8 uses 0.017259970548235021, cut to 6 decimals.
    const arriving = 40.101925674 * 0.01726
    expect(priceImpact(0.7206444126, arriving)).toBeCloseTo(3.952736601951709, 10)
    expect(priceImpact(1, 1 - 0.0085)).toBeCloseTo(0.8499999999999975, 10)
    expect(priceImpact(undefined, 1)).toBeUndefined()
    expect(priceImpact(0, 1)).toBeUndefined()
    expect(priceImpact(1, undefined)).toBeUndefined()
  })

  it('include a slippage of 1% that lowers the minimum exactly, to the last unit', () => {
    const toAmount = 17259970548235021n
    expect(swapLimits.slippage).toBe(1)
    // S3.3.8 shows this difference as 0.0001726.
    expect(toAmount - minimumOf(toAmount, 1)).toBe(172599705482351n)
    expect(minimumOf(100n, 1)).toBe(99n)
    expect(minimumOf(1n, 0)).toBe(1n)
    expect(minimumOf(10_000n, 0.5)).toBe(9_950n)
  })

  it('include a service fee of 0.85% if the service states no fee', () => {
    expect(providerFeeOf(10n ** 18n)).toBe(85n * 10n ** 14n)
  })

  it('are available on the twelve networks of the specification', () => {
    expect(swapLimits.networks).toEqual([1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554])
  })
})

describe('the swap provider', () => {
  it('is the first provider that the host names and that Latchkey knows', () => {
    expect(providerFor(true, ['own', '1inch'])).toBe('own')
    expect(providerFor(['1inch', 'own'], ['own', '1inch'])).toBe('1inch')
    expect(providerFor(['other', 'own'], ['own'])).toBe('own')
    expect(providerFor(['other'], ['own'])).toBeUndefined()
  })

  it('is absent if there is no service or the host switches swaps off', () => {
    expect(disabledReason('swaps', true, [])).toMatchObject({ code: 'config/endpoint-off' })
    expect(disabledReason('swaps', false, ['1inch'])).toMatchObject({ code: 'config/feature-off' })
    expect(disabledReason('swaps', [], ['1inch'])).toMatchObject({ code: 'config/feature-off' })
    expect(disabledReason('swaps', true, ['1inch'])).toBeUndefined()
  })
})
