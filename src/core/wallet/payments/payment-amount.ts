import { parseAmount } from '../../amounts/amount.ts'
import { formatUnits } from '../../amounts/units.ts'
import type { PaymentCurrency } from './onramp.ts'
import { paymentMethods } from './payment-limits.ts'

/** The problem of an amount. `value`: the text isn't a valid amount. `range`: no payment method accepts the amount. */
export type PaymentProblem = 'value' | 'range'

/**
 * Parses a typed amount of a currency and returns its shortest form: `100.50` becomes `100.5`. Never rounds: an amount with more
 * decimals than the currency has is invalid.
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

/** Returns the number of decimals of a currency (ISO 4217): 2 for the dollar, 0 for the yen. */
function fractionDigits(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}
