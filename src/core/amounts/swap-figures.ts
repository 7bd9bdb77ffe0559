import { swapLimits } from '../limits.ts'
import type { Amount } from '../wallet/transaction.ts'

// The figures shown for a swap. Values are floats, for display only.

/** The minimum received: the expected amount less the slippage in percent (S3.3.8). */
export function minimumOf(toAmount: bigint, slippage: number): bigint {
  return (toAmount * (10_000n - BigInt(Math.round(slippage * 100)))) / 10_000n
}

/** The fee to assume if the service names none: 0.85 % of the amount (S3.3.8). */
export function providerFeeOf(amount: bigint): bigint {
  return (amount * swapLimits.providerFee) / 10_000n
}

/** The price impact in percent: how much less the received amount is worth than the sent amount. Undefined without prices (S3.3.8). */
export function priceImpact(going: number | undefined, arriving: number | undefined): number | undefined {
  return going && arriving !== undefined ? ((going - arriving) / going) * 100 : undefined
}

/** The amount's value at a unit price; undefined without a price (S3.3.8). */
export function worthAt(
  price: number | undefined,
  { value, decimals }: Pick<Amount, 'value' | 'decimals'>,
): number | undefined {
  return price === undefined ? undefined : price * (Number(value) / 10 ** decimals)
}
