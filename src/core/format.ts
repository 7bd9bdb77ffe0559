import { display } from './limits.ts'
import { formatUnits } from './units.ts'

/**
 * An exact decimal text cut, never rounded, to so many decimals and padded to them: `formatDecimal('0.0019', 3)` is
 * `0.001`. What is no decimal number gives zero. Facts 10.4.
 */
export function formatDecimal(text: string, decimals: number): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text.trim()) ?? []
  // On text, for in floating point 1.001 × 1000 is 1000.9999999999999.
  const cut = fraction.slice(0, decimals).padEnd(decimals, '0')
  const head = whole.replace(/^0+(?=\d)/, '') || '0'
  const shown = decimals > 0 ? `${head}.${cut}` : head
  return /[1-9]/.test(shown) ? sign + shown : shown
}

/** A quantity in the smallest unit as it is shown: 3 decimals, cut. Specification 1, section 9. */
export function formatAmount(amount: {
  readonly value: bigint
  readonly decimals: number
  readonly symbol?: string
}): string {
  const text = formatDecimal(formatUnits(amount.value, amount.decimals), display.balanceDecimals)
  return amount.symbol ? `${text} ${amount.symbol}` : text
}

/** Leading and trailing characters with dots between; text that is no longer than both stays whole. Facts 10.4. */
export function truncate(text: string, lead: number, tail: number): string {
  return text.length <= lead + tail ? text : `${text.slice(0, lead)}...${tail > 0 ? text.slice(-tail) : ''}`
}

/** For lists only: 4 + 6 characters. What is signed or received shows the whole address. Specification 1, section 9. */
export function truncateAddress(address: string): string {
  return truncate(address, display.addressLead, display.addressTail)
}
