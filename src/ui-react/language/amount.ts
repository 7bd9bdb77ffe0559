import { formatDecimal } from '../../core/amounts/format.ts'
import { shownUnits } from '../../core/amounts/shown-units.ts'
import { formatUnits } from '../../core/amounts/units.ts'
import { display } from '../../core/limits.ts'

interface Units {
  /** In the smallest unit. */
  readonly value: bigint
  readonly decimals: number
  /** The factor by which the amount is multiplied before it is shown (`Amount.multiplier`). */
  readonly multiplier?: number | undefined
}

/**
 * Formats an amount for a list, truncated to 3 decimals. An amount below 0.001 becomes `<0.001`, so that it doesn't look like
 * zero. Works on strings, since balances have more digits than a float.
 */
export function amountIn(tag: string, amount: Units): string {
  const text = formatDecimal(shownUnits(amount), display.balanceDecimals)
  if (amount.value === 0n || Number(text) !== 0) return decimalIn(tag, text)
  return `<${decimalIn(tag, `${text.slice(0, -1)}1`)}`
}

/** Formats an amount with all its digits, for a visitor's decision. */
export function exactIn(tag: string, amount: Units): string {
  return decimalIn(tag, shownUnits(amount))
}

const significant = 4

/**
 * Formats a fee with 4 significant digits. Rounds up, so that the fee is never shown too low. Keeps all digits before the decimal
 * separator.
 */
export function shortened(tag: string, { value, decimals }: Units): string {
  const cut = Math.min(Math.max(0, value.toString().length - significant), decimals)
  const unit = 10n ** BigInt(cut)
  return decimalIn(tag, formatUnits(((value + unit - 1n) / unit) * unit, decimals))
}

/** Formats a decimal string, with all its digits. */
export function decimalIn(tag: string, text: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  const digits = Math.min(fraction.length, intlDigits)
  const format = new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const shown = format.format(`${whole}.${fraction.slice(0, digits)}` as `${number}`)
  if (fraction.length === digits) return shown
  const single = new Intl.NumberFormat(tag)
  return shown + [...fraction.slice(digits)].map((digit) => single.format(Number(digit))).join('')
}

/** Formats the factor of a token's displayed amounts (`Amount.multiplier`) with up to 6 significant digits. */
export function factorIn(tag: string, value: number): string {
  return new Intl.NumberFormat(tag, { maximumSignificantDigits: 6 }).format(value)
}

/** The number of decimals that every browser can format. Newer browsers format up to 100. */
const intlDigits = 20

/**
 * Formats a balance or an amount of a swap, truncated to 6 decimals (S3.3.8) without trailing zeros. An amount below 0.000001
 * keeps all its digits.
 */
export function brief(tag: string, amount: Units): string {
  const exact = shownUnits(amount)
  const cut = formatDecimal(exact, briefDecimals).replace(/\.?0+$/, '')
  return decimalIn(tag, Number(cut) === 0 ? exact : cut)
}

const briefDecimals = 6
