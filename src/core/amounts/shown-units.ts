import { latchkeyError } from '../errors/latchkey-error.ts'
import type { Amount } from '../wallet/transaction.ts'
import { type ParseAmountOptions, parseAmount } from './amount.ts'
import { formatUnits } from './units.ts'

type Shown = Pick<Amount, 'decimals' | 'multiplier'>

/**
 * Formats an amount as wallets show it: `value` times the token's multiplier, rounded down to the token's decimals. Without a
 * multiplier, the same as `formatUnits`.
 */
export function shownUnits({ value, decimals, multiplier }: Shown & Pick<Amount, 'value'>): string {
  const [over, under] = ratioOf(multiplier)
  return formatUnits((value * over) / under, decimals)
}

/**
 * Parses an amount that was typed as wallets show it, into the token's smallest unit. With a multiplier, the nearest amount.
 * @throws `validation/invalid-amount`; `values.reason` says what is wrong.
 */
export function parseShownUnits(
  text: string,
  { decimals, multiplier }: Shown,
  options?: ParseAmountOptions,
): bigint {
  const typed = parseAmount(text, decimals, options)
  const [over, under] = ratioOf(multiplier)
  const value = (typed * under * 2n + over) / (over * 2n)
  if (value > 0n || typed === 0n) return value
  throw latchkeyError('validation/invalid-amount', {
    values: { field: 'amount', reason: "is less than the token's smallest unit" },
  })
}

/** A positive double as an exact fraction of integers. */
function ratioOf(multiplier = 1): readonly [over: bigint, under: bigint] {
  let [over, under] = [multiplier, 1n]
  // Doubling a double is exact, and each double is an integer after enough of it.
  while (!Number.isInteger(over)) [over, under] = [over * 2, under * 2n]
  return [BigInt(over), under]
}
