/** A pool's reserves: `taken` of the asset that it receives, `given` of the asset that it pays out. */
export interface Reserves {
  readonly taken: bigint
  readonly given: bigint
}

/** The fee of a Uniswap v2 pair: 3 of 1,000 units of the input. */
const kept = { part: 3n, of: 1000n } as const
const mostReserve = 2n ** 112n - 1n
const millionths = 1_000_000n

/** Returns what a pool pays out for an amount. Without the fee, the product of the two reserves stays constant. Rounds down, like the contract. */
export function amountOut(amount: bigint, { taken, given }: Reserves): bigint {
  const paid = amount * (kept.of - kept.part)
  return (paid * given) / (taken * kept.of + paid)
}

/** Returns what the last pool pays out, if each pool receives what the previous pool paid out. */
export function amountThrough(amount: bigint, pools: readonly Reserves[]): bigint {
  return pools.reduce(amountOut, amount)
}

/** Returns whether each pool stays within its maximum reserve, and receives at most as much as its current reserve. */
export function canTake(amount: bigint, pools: readonly Reserves[]): boolean {
  let offered = amount
  for (const pool of pools) {
    if (offered > pool.taken || pool.taken + offered > mostReserve) return false
    offered = amountOut(offered, pool)
  }
  return true
}

/**
 * Returns the price impact, in percent with 4 decimals: how far the trade's price, without fees, is below the pools' current
 * price.
 */
export function priceImpact(amount: bigint, pools: readonly Reserves[]): number {
  const gets = amountThrough(amount, pools)
  // What the amount would buy at the pools' current price after fees, as a fraction.
  const [top, bottom] = pools.reduce(
    ([above, below], { taken, given }) => [above * given * (kept.of - kept.part), below * taken * kept.of],
    [amount, 1n],
  )
  return top === 0n ? 0 : Number(((top - gets * bottom) * millionths) / top) / 10_000
}

/** Returns the total fee of several pools. Each pool takes its part of what the previous pools left. */
export function poolFee(amount: bigint, pools: number): bigint {
  const count = BigInt(pools)
  return amount - (amount * (kept.of - kept.part) ** count) / kept.of ** count
}
