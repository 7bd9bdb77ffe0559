import { formatDecimal } from '../../core/amounts/format.ts'
import { formatUnits } from '../../core/amounts/units.ts'
import { display } from '../../core/limits.ts'

/**
 * Formats an amount given in the smallest unit, truncated to 3 decimals. Works on strings, since balances have more
 * digits than a float.
 */
export function amountIn(tag: string, amount: { readonly value: bigint; readonly decimals: number }): string {
  return decimalIn(tag, formatDecimal(formatUnits(amount.value, amount.decimals), display.balanceDecimals))
}

const significant = 4

/** Formats a fee with 4 significant digits, rounded up, since it is a maximum; whole coins are never cut. */
export function shortened(tag: string, { value, decimals }: Parameters<typeof amountIn>[1]): string {
  const cut = Math.min(Math.max(0, value.toString().length - significant), decimals)
  const unit = 10n ** BigInt(cut)
  return decimalIn(tag, formatUnits(((value + unit - 1n) / unit) * unit, decimals))
}

/** Formats a decimal string, with all its digits. */
export function decimalIn(tag: string, text: string): string {
  const digits = text.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(tag, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(text as `${number}`)
}

/**
 * Formats an amount of a swap: truncated to 6 decimals (S3.3.8), without trailing zeros; smaller amounts with all their
 * digits.
 */
export function brief(tag: string, { value, decimals }: Parameters<typeof amountIn>[1]): string {
  const unit = 10n ** BigInt(Math.max(0, decimals - swapDecimals))
  return decimalIn(tag, formatUnits(value < unit ? value : (value / unit) * unit, decimals))
}

const swapDecimals = 6
