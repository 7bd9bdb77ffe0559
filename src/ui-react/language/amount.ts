import { formatDecimal } from '../../core/format.ts'
import { display } from '../../core/limits.ts'
import { formatUnits } from '../../core/units.ts'

/**
 * A quantity in the smallest unit as the language writes it, with 3 decimals, cut. From text to text: what a wallet holds has
 * more digits than a float.
 */
export function amountIn(tag: string, amount: { readonly value: bigint; readonly decimals: number }): string {
  return decimalIn(tag, formatDecimal(formatUnits(amount.value, amount.decimals), display.balanceDecimals))
}

const significant = 4

/** A fee by its first 4 digits, rounded up, since it is a promise that it is no more; whole coins are never cut. */
export function shortened(tag: string, { value, decimals }: Parameters<typeof amountIn>[1]): string {
  const cut = Math.min(Math.max(0, value.toString().length - significant), decimals)
  const unit = 10n ** BigInt(cut)
  return decimalIn(tag, formatUnits(((value + unit - 1n) / unit) * unit, decimals))
}

/** A decimal text as the language writes it, with as many digits as it has. */
export function decimalIn(tag: string, text: string): string {
  const digits = text.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(tag, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(text as `${number}`)
}

/** A quantity of a swap: at most 6 decimals (facts 3.8), cut, without zeros at the end; one that is smaller has all of its digits. */
export function brief(tag: string, { value, decimals }: Parameters<typeof amountIn>[1]): string {
  const unit = 10n ** BigInt(Math.max(0, decimals - swapDecimals))
  return decimalIn(tag, formatUnits(value < unit ? value : (value / unit) * unit, decimals))
}

const swapDecimals = 6
