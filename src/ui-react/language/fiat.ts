import { shownUnits } from '../../core/amounts/shown-units.ts'
import type { TokenBalance } from '../../core/wallet/token-balance.ts'

/** Formats a value with its currency's decimals: 2 for US dollars (S1.9). */
export function fiatIn(tag: string, currency: string, value: number): string {
  return new Intl.NumberFormat(tag, { style: 'currency', currency }).format(value)
}

/** Formats a small value, such as a fee: below a cent it is `<$0.01`, so that it doesn't look free. */
export function littleFiatIn(tag: string, currency: string, value: number): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency,
  }).resolvedOptions()
  const least = 10 ** -digits
  return value > 0 && value < least ? `<${fiatIn(tag, currency, least)}` : fiatIn(tag, currency, value)
}

/**
 * Returns the value of an amount in the option `currency`, or undefined if the price is unknown. For display only, since the
 * value is a float.
 */
export function worthOf({ price, amount }: TokenBalance, value: bigint): number | undefined {
  return price === undefined ? undefined : price * Number(shownUnits({ ...amount, value }))
}
