import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../src/core/amounts/amount.ts'
import { formatAmount, formatDecimal } from '../../src/core/amounts/format.ts'
import { formatUnits } from '../../src/core/amounts/units.ts'
import { decimalOracle } from '../support/decimal-oracle.ts'
import { fc } from '../support/fast-check.ts'
import { asked } from '../support/seed.ts'

const decimals = fc.integer({ min: 0, max: 77 })
const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 40 })
const typed = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(digits, fc.constantFrom('', '.'), digits).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'0123456789.-+ex,_ ٣１'), maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
)

describe('amounts', () => {
  it('are parsed to the value that an independent parser gives', () => {
    fc.assert(
      fc.property(typed, decimals, (text, places) => {
        let value: bigint | undefined
        try {
          value = parseAmount(text, places)
        } catch (error) {
          if ((error as { code?: unknown }).code !== 'validation/invalid-amount') throw error
        }
        return value === decimalOracle(text, places)
      }),
      { numRuns: asked('AMOUNT_RUNS', 100_000) },
    )
  }, 600_000)

  it('are formatted so that they parse back to the same value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), decimals, (value, places) => {
        return parseAmount(formatUnits(value, places), places, { allowZero: true }) === value
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('displayed amounts', () => {
  // `Math.floor(n * 1000) / 1000` would show 741 of these numbers one unit too low.
  it('have no rounding error for 100,000 numbers with exactly three decimals', () => {
    const wrong: string[] = []
    for (let n = 0; n < 100_000; n++) {
      const exact = `${Math.trunc(n / 1000)}.${String(n % 1000).padStart(3, '0')}`
      if (formatDecimal(exact, 3) !== exact) wrong.push(exact)
      if (formatAmount({ value: BigInt(n), decimals: 3 }) !== exact) wrong.push(exact)
    }
    expect(wrong).toEqual([])
  })

  it('are less than a thousandth below the exact value, and never above it', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 128n }),
        fc.integer({ min: 3, max: 40 }),
        (value, places) => {
          const shown =
            BigInt(formatAmount({ value, decimals: places }).replace('.', '')) * 10n ** BigInt(places - 3)
          return shown <= value && value - shown < 10n ** BigInt(places - 3)
        },
      ),
      { numRuns: 10_000 },
    )
  })
})
