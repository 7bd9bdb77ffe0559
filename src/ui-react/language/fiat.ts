import { shownUnits } from '../../core/amounts/shown-units.ts'
import type { TokenBalance } from '../../core/wallet/token-balance.ts'

/** Formats US dollars with 2 decimals (S1.9). */
export function dollars(tag: string, value: number): string {
  return new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD' }).format(value)
}

/** Formats a small value, such as a fee: below a cent it is `<$0.01`, so that it doesn't look free. */
export function fewDollars(tag: string, value: number): string {
  return value > 0 && value < 0.01 ? `<${dollars(tag, 0.01)}` : dollars(tag, value)
}

/** The value of an amount in US dollars; undefined if the price is unknown. For display only, since it is a float. */
export function worthOf({ price, amount }: TokenBalance, value: bigint): number | undefined {
  return price === undefined ? undefined : price * Number(shownUnits({ ...amount, value }))
}
