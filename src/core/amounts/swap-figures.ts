import { swapLimits } from '../limits.ts'
import type { Amount } from '../wallet/transaction.ts'

// The figures shown for a swap. Floats are for display only, not for calculations.

/**
 * Returns the minimum amount that the visitor receives: the expected amount minus the slippage. `slippage` is in percent
 * (S3.3.8).
 */
export function minimumOf(toAmount: bigint, slippage: number): bigint {
  return (toAmount * (10_000n - BigInt(Math.round(slippage * 100)))) / 10_000n
}

/** Returns the provider fee to assume if the service states no fee: 0.85 % of the amount (S3.3.8). */
export function providerFeeOf(amount: bigint): bigint {
  return (amount * swapLimits.providerFee) / 10_000n
}

/**
 * Returns the price impact in percent: how much less the received amount is worth than the sent amount. Returns undefined if
 * either value is unknown, or if the sent amount is worth nothing (S3.3.8).
 */
export function priceImpact(going: number | undefined, arriving: number | undefined): number | undefined {
  return going && arriving !== undefined ? ((going - arriving) / going) * 100 : undefined
}

/** Returns the value of the amount. `price` is the price of one whole token. Returns undefined without a price (S3.3.8). */
export function worthAt(
  price: number | undefined,
  { value, decimals }: Pick<Amount, 'value' | 'decimals'>,
): number | undefined {
  return price === undefined ? undefined : price * (Number(value) / 10 ** decimals)
}
