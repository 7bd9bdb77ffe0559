import { formatUnits } from '../../../core/amounts/units.ts'
import { decimalIn } from '../../language/amount.ts'

interface Units {
  /** In the smallest unit. */
  readonly value: bigint
  readonly decimals: number
}

/** The digits that a rate has in addition to those of the token to receive. */
const more = 18
const mostDecimals = 6
const leastDigits = 4

/**
 * Formats how much of `to` one unit of `from` gives. Cuts the rate to 6 decimals without trailing zeros, but keeps at least 4
 * significant digits, even below the smallest unit of `to`.
 */
export function rateIn(tag: string, from: Units, to: Units): string {
  const decimals = to.decimals + more
  const value = (to.value * 10n ** BigInt(from.decimals + more)) / from.value
  const cut = Math.max(0, Math.min(`${value}`.length - leastDigits, decimals - mostDecimals))
  return decimalIn(tag, formatUnits(value - (value % 10n ** BigInt(cut)), decimals))
}
