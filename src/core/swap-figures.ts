import { swapLimits } from './limits.ts'
import type { Amount } from './wallet/transaction.ts'

// What a visitor is shown of a swap. Figures in dollars are floats: they are looked at, and nothing is counted with them.

/** The least that may arrive: the expected amount less the slippage, which is in percent. Facts 3.8. */
export function minimumOf(toAmount: bigint, slippage: number): bigint {
  return (toAmount * (10_000n - BigInt(Math.round(slippage * 100)))) / 10_000n
}

/** What the service keeps of an amount where it does not say: 0.85 %. Facts 3.8. */
export function providerFeeOf(amount: bigint): bigint {
  return (amount * swapLimits.providerFee) / 10_000n
}

/** By how much what arrives is worth less than what goes, in percent; undefined without prices. Facts 3.8. */
export function priceImpact(going: number | undefined, arriving: number | undefined): number | undefined {
  return going && arriving !== undefined ? ((going - arriving) / going) * 100 : undefined
}

/** What so much is worth, in US dollars, at a price for one; undefined without a price. Facts 3.8. */
export function inDollars(
  price: number | undefined,
  { value, decimals }: Pick<Amount, 'value' | 'decimals'>,
): number | undefined {
  return price === undefined ? undefined : price * (Number(value) / 10 ** decimals)
}
