import { parseAmount } from '../amount.ts'
import { formatUnits } from '../units.ts'
import type { PaymentCurrency } from './onramp.ts'

/** Enough for what any service writes of a currency. */
const scale = 18

export interface PaymentLimits {
  /** Exact decimal text. */
  readonly min: string
  readonly max: string
}

/** What is wrong with an amount: it is none, or outside what can be paid in any way. */
export type PaymentProblem = 'value' | 'range'

/** The least and the most that can be paid in any way; undefined where nobody names limits. */
export function paymentLimits({ payment_method_limits: limits }: PaymentCurrency): PaymentLimits | undefined {
  const [first, ...others] = limits
  if (!first) return undefined
  return others.reduce<PaymentLimits>(
    (widest, { min, max }) => ({
      min: exact(min) < exact(widest.min) ? min : widest.min,
      max: exact(max) > exact(widest.max) ? max : widest.max,
    }),
    first,
  )
}

/** The ways in which just so much can be paid, such as `card`. */
export function paymentMethods(
  { payment_method_limits: limits }: PaymentCurrency,
  amount: string,
): readonly string[] {
  const value = exact(amount)
  return limits.filter(({ min, max }) => exact(min) <= value && value <= exact(max)).map(({ id }) => id)
}

/**
 * What was typed, as an exact amount of the currency, in its shortest form: `100.50` is `100.5`. Nothing is rounded: more
 * digits than the currency has are none of its amounts.
 */
export function paymentAmount(
  currency: PaymentCurrency,
  typed: string,
): { readonly amount: string } | { readonly problem: PaymentProblem } {
  const decimals = fractionDigits(currency.id)
  let amount: string
  try {
    amount = formatUnits(parseAmount(typed.trim(), decimals), decimals)
  } catch {
    return { problem: 'value' }
  }
  const limited = currency.payment_method_limits.length > 0
  return limited && paymentMethods(currency, amount).length === 0 ? { problem: 'range' } : { amount }
}

/** Whether an exact decimal text is more than another one. */
export function isMore(amount: string, than: string): boolean {
  return exact(amount) > exact(than)
}

/** Of a currency: 2 of the dollar, none of the yen. ISO 4217. */
function fractionDigits(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}

function exact(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
}
