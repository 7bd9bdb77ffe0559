import { latchkeyError } from '../errors/latchkey-error.ts'
import { type ParseAmountOptions, parseAmount } from './amount.ts'
import { ratioOf, type Shown } from './shown-units.ts'

/**
 * Converts a typed amount to the token's smallest unit. The visitor types the amount in the units that wallets show. If the token
 * has a multiplier from balances to displayed amounts, returns the nearest possible amount.
 * @throws `validation/invalid-amount`. `values.reason` contains the reason.
 */
export function parseShownUnits(
  text: string,
  { decimals, multiplier }: Shown,
  options?: ParseAmountOptions,
): bigint {
  const typed = parseAmount(text, decimals, options)
  const [over, under] = ratioOf(multiplier)
  const value = (typed * under * 2n + over) / (over * 2n)
  if (value > 0n || typed === 0n) return value
  throw latchkeyError('validation/invalid-amount', {
    values: { field: 'amount', reason: "is less than the token's smallest unit" },
  })
}
