import { formatUnits } from '../../core/units.ts'
import type { TokenBalance } from '../../core/wallet/token-balance.ts'

/** A sum in US dollars as the language writes it: 2 decimals. Specification 1, section 9. */
export function dollars(tag: string, value: number): string {
  return new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD' }).format(value)
}

/** What so much of a token is worth in US dollars; undefined where its price is not known. To be shown, never to be counted with. */
export function worthOf({ price, amount: { decimals } }: TokenBalance, value: bigint): number | undefined {
  return price === undefined ? undefined : price * Number(formatUnits(value, decimals))
}
