import { parseAmount } from '../amount.ts'
import { formatUnits } from '../units.ts'
import type { PaymentCurrency } from './onramp.ts'
import { paymentMethods } from './payment-limits.ts'

/** What is wrong with an amount: it is none, or outside what can be paid in any way. */
export type PaymentProblem = 'value' | 'range'

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

/** Of a currency: 2 of the dollar, none of the yen. ISO 4217. */
function fractionDigits(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}
