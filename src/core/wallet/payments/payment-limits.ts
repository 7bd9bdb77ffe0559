import type { PaymentCurrency } from './onramp.ts'

/** The number of decimals to calculate with. No service returns more decimals. */
const scale = 18

/** The limits of an amount, as exact decimal text. */
export interface PaymentLimits {
  readonly min: string
  readonly max: string
}

/** Returns the lowest minimum and the highest maximum of all payment methods. Returns undefined if there are no limits. */
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

/** Returns the payment methods that accept the amount, such as `card`. */
export function paymentMethods(
  { payment_method_limits: limits }: PaymentCurrency,
  amount: string,
): readonly string[] {
  const value = exact(amount)
  return limits.filter(({ min, max }) => exact(min) <= value && value <= exact(max)).map(({ id }) => id)
}

/** Returns whether the first decimal amount is greater than the second one. */
export function isMore(amount: string, than: string): boolean {
  return exact(amount) > exact(than)
}

function exact(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
}
