/** A pool's reserves of the asset it takes and of the asset it gives. */
export interface Reserves {
  readonly taken: bigint
  readonly given: bigint
}

/** A Uniswap v2 pair keeps a fee of 3 in 1,000 of the input. */
const kept = { part: 3n, of: 1000n } as const
/** The largest reserve of a pair, which is a uint112. */
const mostReserve = 2n ** 112n - 1n
const millionths = 1_000_000n

/** The output of a pool: the product of the reserves stays constant, without the fee. Rounded down, as the contract does. */
export function amountOut(amount: bigint, { taken, given }: Reserves): bigint {
  const paid = amount * (kept.of - kept.part)
  return (paid * given) / (taken * kept.of + paid)
}

/** The output of a chain of pools, where the output of each pool is the input of the next. */
export function amountThrough(amount: bigint, pools: readonly Reserves[]): bigint {
  return pools.reduce(amountOut, amount)
}

/** Whether every pool can take its input: within the reserve's range, and not above the current reserve. */
export function canTake(amount: bigint, pools: readonly Reserves[]): boolean {
  let offered = amount
  for (const pool of pools) {
    if (offered > pool.taken || pool.taken + offered > mostReserve) return false
    offered = amountOut(offered, pool)
  }
  return true
}

/**
 * The price impact of the amount in percent, with 4 decimals: how much less the trade yields than the pools' current
 * price, without fees.
 */
export function priceImpact(amount: bigint, pools: readonly Reserves[]): number {
  const gets = amountThrough(amount, pools)
  // The pools' price after their fee, as a fraction.
  const [top, bottom] = pools.reduce(
    ([above, below], { taken, given }) => [above * given * (kept.of - kept.part), below * taken * kept.of],
    [amount, 1n],
  )
  return top === 0n ? 0 : Number(((top - gets * bottom) * millionths) / top) / 10_000
}

/** The total fee of several pools. Each pool takes its fee from the amount that is left after the previous pool's fee. */
export function poolFee(amount: bigint, pools: number): bigint {
  const count = BigInt(pools)
  return amount - (amount * (kept.of - kept.part) ** count) / kept.of ** count
}
