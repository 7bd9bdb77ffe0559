import { display } from '../limits.ts'
import { formatUnits } from './units.ts'

/**
 * Cuts a decimal string to a number of decimals, without rounding, and pads it with zeros: `formatDecimal('0.0019', 3)` is
 * `0.001`. Returns zero for text that isn't a decimal number (S3.10.4).
 */
export function formatDecimal(text: string, decimals: number): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text.trim()) ?? []
  // Cut the text, because floating point isn't exact: 1.001 × 1000 is 1000.9999999999999.
  const cut = fraction.slice(0, decimals).padEnd(decimals, '0')
  const head = whole.replace(/^0+(?=\d)/, '') || '0'
  const shown = decimals > 0 ? `${head}.${cut}` : head
  return /[1-9]/.test(shown) ? sign + shown : shown
}

/** Formats an amount for display, cut to 3 decimals (S1.9). `value` is in the smallest unit. */
export function formatAmount(amount: {
  readonly value: bigint
  readonly decimals: number
  readonly symbol?: string
}): string {
  const text = formatDecimal(formatUnits(amount.value, amount.decimals), display.balanceDecimals)
  return amount.symbol ? `${text} ${amount.symbol}` : text
}

/** Keeps the first `lead` and the last `tail` characters and puts dots between them. Returns shorter text unchanged (S3.10.4). */
export function truncate(text: string, lead: number, tail: number): string {
  return text.length <= lead + tail ? text : `${text.slice(0, lead)}...${tail > 0 ? text.slice(-tail) : ''}`
}

/**
 * Shortens an address to its first 4 and last 6 characters (S1.9). Don't use it where visitors must check an address.
 */
export function truncateAddress(address: string): string {
  return truncate(address, display.addressLead, display.addressTail)
}
