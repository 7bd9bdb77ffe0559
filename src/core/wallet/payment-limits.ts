import type { PaymentCurrency } from './onramp.ts'

/** Enough for what any service writes of a currency. */
const scale = 18

export interface PaymentLimits {
  /** Exact decimal text. */
  readonly min: string
  readonly max: string
}

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

/** Whether an exact decimal text is more than another one. */
export function isMore(amount: string, than: string): boolean {
  return exact(amount) > exact(than)
}

function exact(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
}
