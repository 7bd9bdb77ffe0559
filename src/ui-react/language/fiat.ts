import { shownUnits } from '../../core/amounts/shown-units.ts'
import type { TokenBalance } from '../../core/wallet/token-balance.ts'

/** Returns a format for values in a currency, with the currency's decimals: 2 for US dollars (S1.9). */
export function fiatFormat(tag: string, currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(tag, { style: 'currency', currency })
}

/** Formats a small value, such as a fee: below a cent it is `<$0.01`, so that it doesn't look free. */
export function littleFiat(format: Intl.NumberFormat, value: number): string {
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  const least = 10 ** -digits
  return value > 0 && value < least ? `<${format.format(least)}` : format.format(value)
}

/**
 * Returns the value of an amount in the option `currency`, or undefined if the price is unknown. For display only, since the
 * value is a float.
 */
export function worthOf({ price, amount }: TokenBalance, value: bigint): number | undefined {
  return price === undefined ? undefined : price * Number(shownUnits({ ...amount, value }))
}
