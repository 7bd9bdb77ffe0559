import type { Amount } from '../wallet/transaction.ts'
import { formatUnits } from './units.ts'

export type Shown = Pick<Amount, 'decimals' | 'multiplier'>

/**
 * Formats an amount as wallets show it: `value` times the token's multiplier, rounded down to the token's decimals. Without a
 * multiplier, returns the same text as `formatUnits`.
 */
export function shownUnits({ value, decimals, multiplier }: Shown & Pick<Amount, 'value'>): string {
  const [over, under] = ratioOf(multiplier)
  return formatUnits((value * over) / under, decimals)
}

/**
 * Returns a multiplier as an exact fraction of two integers. An impossible multiplier, such as a negative number, counts as 1.
 */
export function ratioOf(multiplier = 1): readonly [over: bigint, under: bigint] {
  if (!(multiplier > 0 && Number.isFinite(multiplier))) return [1n, 1n]
  let [over, under] = [multiplier, 1n]
  // Doubling a float is exact, and every float is an integer after enough doublings.
  while (!Number.isInteger(over)) [over, under] = [over * 2, under * 2n]
  return [BigInt(over), under]
}
