import { describe, expect, it } from 'vitest'
import { extensionsOf } from '../../../../src/adapters/solana/chain/extensions.ts'
import { multiplierOf } from '../../../../src/adapters/solana/chain/multiplier.ts'
import { parseShownUnits } from '../../../../src/core/amounts/parse-shown-units.ts'
import { shownUnits } from '../../../../src/core/amounts/shown-units.ts'
import { fc } from '../../../support/fast-check.ts'
import { LiteSvmMint } from '../../../support/litesvm-mint.ts'

const decimals = 6
const now = 1_760_000_000n
const scaled = (multiplier: number, next = multiplier, from = 0n) => {
  const data = Buffer.alloc(56)
  data.writeDoubleLE(multiplier, 32)
  data.writeBigInt64LE(from, 40)
  data.writeDoubleLE(next, 48)
  return new LiteSvmMint(decimals, 25, data).at(now)
}
const interest = (average: number, current: number) => {
  const data = Buffer.alloc(52)
  data.writeBigInt64LE(now - 90_000_000n, 32)
  data.writeInt16LE(average, 40)
  data.writeBigInt64LE(now - 30_000_000n, 42)
  data.writeInt16LE(current, 50)
  return new LiteSvmMint(decimals, 10, data).at(now)
}
const multiplierIn = (mint: LiteSvmMint, seconds = now) =>
  multiplierOf(extensionsOf(mint.data))?.(Number(seconds))

/**
 * Returns whether two results are nearly equal. The program computes with doubles, so its result may differ
 * by one unit, or in the last bits of a large amount.
 */
const near = (one: bigint, other: bigint) => {
  const apart = one > other ? one - other : other - one
  return apart <= 1n + one / 2n ** 48n
}
const unitsOf = (text: string) => parseShownUnits(text, { decimals }, { allowZero: true })
const amounts = fc.bigInt({ min: 1n, max: 2n ** 50n })

function agrees(mint: LiteSvmMint, value: bigint, typed: bigint): void {
  const multiplier = multiplierIn(mint)!
  const shown = shownUnits({ value, decimals, multiplier })
  expect([shown, near(unitsOf(shown), unitsOf(mint.ui(value)))]).toEqual([shown, true])
  const text = shownUnits({ value: typed, decimals })
  // The program accepts an amount that rounds to zero. Latchkey refuses it with an error.
  const parsed = mint.raw(text) === 0n ? 0n : parseShownUnits(text, { decimals, multiplier })
  expect([text, parsed, near(parsed, mint.raw(text))]).toEqual([text, parsed, true])
}

describe('the amount of a Token-2022 token', () => {
  it("equals the program's scaled amount for any multiplier", () => {
    const multipliers = fc.double({ min: 1e-4, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(multipliers, amounts, amounts, (multiplier, value, typed) =>
        agrees(scaled(multiplier), value, typed),
      ),
      { numRuns: 60 },
    )
  })

  it("equals the program's amount with interest for any rates", () => {
    const rates = fc.integer({ min: -3000, max: 3000 })
    fc.assert(
      fc.property(rates, rates, amounts, amounts, (average, current, value, typed) =>
        agrees(interest(average, current), value, typed),
      ),
      { numRuns: 60 },
    )
  })

  it('uses the next multiplier from exactly its start time', () => {
    const mint = scaled(2, 3, now)
    expect([mint.at(now - 1n).ui(100n), mint.at(now).ui(100n)]).toEqual(['0.0002', '0.0003'])
    expect([multiplierIn(mint, now - 1n), multiplierIn(mint, now)]).toEqual([2, 3])
  })

  it('is exact even where the program loses a unit by rounding', () => {
    // 1 / (2.5 / 10^6) is 399,999.99… in doubles.
    expect(scaled(2.5).raw('1')).toBe(399_999n)
    expect(parseShownUnits('1', { decimals, multiplier: 2.5 })).toBe(400_000n)
    expect(parseShownUnits('1', { decimals, multiplier: 0.1 })).toBe(10_000_000n)
    expect(shownUnits({ value: 2n ** 64n - 1n, decimals, multiplier: 2.5 })).toBe('46116860184273.879037')
  })

  it('is refused when it is less than the smallest unit of the token', () => {
    expect(() => parseShownUnits('0.000001', { decimals, multiplier: 2.5 })).toThrow('smallest unit')
    expect(parseShownUnits('0.000002', { decimals, multiplier: 2.5 })).toBe(1n)
  })

  it('ignores a multiplier that the program would refuse', () => {
    for (const multiplier of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(multiplierIn(scaled(multiplier))).toBeUndefined()
  })
})
