import { describe, expect, it } from 'vitest'
import { endOfPlan } from '../../../../src/adapters/solana/chain/swaps/route-plan.ts'

type Field = 'bool' | 'side' | 'u8' | 'u32' | 'u64'
const sizes: Readonly<Record<Field, number>> = { bool: 1, side: 1, u8: 1, u32: 4, u64: 8 }

/**
 * The fields of each exchange that has fields. The key is the exchange's position in the enum `Swap`:
 * https://github.com/sevenlabs-hq/carbon/blob/1a014f253eeea80dd9b491c3ca33fc0695e82724/decoders/jupiter-swap-decoder/src/types/swap.rs
 */
const fields: Readonly<Record<number, readonly Field[]>> = {
  8: ['bool'], // Crema
  12: ['side'], // Serum
  15: ['side'], // Aldrin
  16: ['side'], // AldrinV2
  17: ['bool'], // Whirlpool
  18: ['bool'], // Invariant
  21: ['bool'], // DeltaFi
  23: ['bool'], // MarcoPolo
  24: ['side'], // Dradex
  27: ['side'], // Openbook
  28: ['side'], // Phoenix
  29: ['u64', 'u64'], // Symmetry
  33: ['u32'], // StakeDexSwapViaStake
  39: ['side'], // OpenBookV2
  41: ['u32'], // StakeDexPrefundWithdrawStakeAndDepositStake
  42: ['u8', 'bool', 'bool'], // Clone
  43: ['u8', 'u8', 'u32', 'u32'], // SanctumS
  44: ['u8', 'u32'], // SanctumSAddLiquidity
  45: ['u8', 'u32'], // SanctumSRemoveLiquidity
  58: ['bool'], // Obric
  60: ['bool'], // FoxClaimPartial
  61: ['bool'], // SolFi
  64: ['side'], // TokenMill
  71: ['u8', 'u8'], // Perena
  81: ['u64'], // RaydiumLaunchlabBuy
  82: ['u64'], // RaydiumLaunchlabSell
  85: ['side'], // Plasma
  86: ['bool', 'u8'], // GoonFi
  87: ['u64', 'bool'], // HumidiFi
  89: ['side'], // TesseraV
  94: ['bool'], // Heaven
  95: ['bool'], // SolFiV2
  104: ['bool'], // AlphaQ
}
/** WhirlpoolSwapV2 and DefiTuna have a flag and an optional list. MeteoraDlmmSwapV2 has a list. */
const [optional, always] = [[47, 103], 75] as const
/** A list of two accounts: its length, and two bytes for each of its entries. */
const two = [2, 0, 0, 0, 0, 1, 1, 3]

const end = (steps: readonly (readonly number[])[], start = 8) => {
  const plan = [steps.length, 0, 0, 0, ...steps.flatMap((step) => [...step, 100, 0, 1])]
  // The bytes after the plan look like a further step.
  const bytes = Uint8Array.from([...new Uint8Array(start), ...plan, 29, 255, 255, 255])
  return { found: endOfPlan(new DataView(bytes.buffer), start), length: start + plan.length }
}

describe('the end of a route plan', () => {
  it('is found after the fields of each exchange, in any order of the exchanges', () => {
    for (let exchange = 0; exchange <= 105; exchange++) {
      if (optional.some((each) => each === exchange) || exchange === always) continue
      const size = (fields[exchange] ?? []).reduce((sum, field) => sum + sizes[field], 0)
      const step = [exchange, ...new Uint8Array(size).fill(1)]
      for (const { found, length } of [end([step]), end([[26], step, [26]], 9)])
        expect(found, `exchange ${exchange}`).toBe(length)
    }
  })

  it('is found after the lists of accounts of an exchange', () => {
    for (const exchange of optional)
      for (const rest of [[0], [1, ...two], [1, 0, 0, 0, 0]]) {
        const { found, length } = end([[exchange, 1, ...rest], [26]])
        expect(found, `exchange ${exchange}`).toBe(length)
      }
    for (const rest of [two, [0, 0, 0, 0]]) {
      const { found, length } = end([[always, ...rest], [26]])
      expect(found).toBe(length)
    }
  })

  it('is not found after an unknown exchange, without steps, or after more than 20 steps', () => {
    for (const steps of [[[106]], [[255]], [], Array.from({ length: 21 }, () => [26])])
      expect(() => end(steps)).toThrow(expect.objectContaining({ code: 'swap/mismatch' }))
    expect(end(Array.from({ length: 20 }, () => [26])).found).toBe(8 + 4 + 20 * 4)
  })
})
