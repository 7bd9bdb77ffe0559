import { shownUnits } from '../../core/amounts/shown-units.ts'
import type { TokenBalance } from '../../core/wallet/token-balance.ts'

/** Returns a format for values in a currency, with the currency's decimals: 2 for US dollars (S1.9). */
export function fiatFormat(tag: string, currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(tag, { style: 'currency', currency })
}

/** Formats a small value, such as a fee. In US dollars, a value below a cent becomes `<$0.01`, so that it doesn't look free. */
export function littleFiat(format: Intl.NumberFormat, value: number): string {
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  const least = 10 ** -digits
  return value > 0 && value < least ? `<${format.format(least)}` : format.format(value)
}

/**
 * Returns what an amount is worth in the currency of the option `currency`, or undefined if the price is unknown. `value` is the
 * amount in the token's smallest unit. For display only, since the result is a float.
 */
export function worthOf({ price, amount }: TokenBalance, value: bigint): number | undefined {
  return price === undefined ? undefined : price * Number(shownUnits({ ...amount, value }))
}
