import { formatDecimal } from '../../core/format.ts'
import { display } from '../../core/limits.ts'
import { formatUnits } from '../../core/units.ts'

/**
 * A quantity in the smallest unit as the language writes it, with 3 decimals, cut. From text to text: what a wallet holds has
 * more digits than a float.
 */
export function amountIn(tag: string, amount: { readonly value: bigint; readonly decimals: number }): string {
  const digits = display.balanceDecimals
  const text = formatDecimal(formatUnits(amount.value, amount.decimals), digits)
  return new Intl.NumberFormat(tag, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(text as `${number}`)
}
