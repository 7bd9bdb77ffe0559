/** What a pool has of the asset that it takes, and of the one that it gives. */
export interface Reserves {
  readonly taken: bigint
  readonly given: bigint
}

/** A pair of Uniswap v2 keeps 3 of each 1,000 that it takes. */
const kept = { part: 3n, of: 1000n } as const
/** The largest reserve that a pair can count: it has 112 bits for it. */
const mostReserve = 2n ** 112n - 1n
const millionths = 1_000_000n

/** What a pool gives for an amount: the product of its reserves, without its fee, stays what it was. Rounded down, as it does. */
export function amountOut(amount: bigint, { taken, given }: Reserves): bigint {
  const paid = amount * (kept.of - kept.part)
  return (paid * given) / (taken * kept.of + paid)
}

/** What the last of several pools gives, each fed with what the one before gave. */
export function amountThrough(amount: bigint, pools: readonly Reserves[]): bigint {
  return pools.reduce(amountOut, amount)
}

/** Whether no pool of them is asked for more than it can count, or given more than it has. */
export function canTake(amount: bigint, pools: readonly Reserves[]): boolean {
  let offered = amount
  for (const pool of pools) {
    if (offered > pool.taken || pool.taken + offered > mostReserve) return false
    offered = amountOut(offered, pool)
  }
  return true
}

/** How much less than at the pools' own price is received because of the size, their fee aside: in percent, to 4 digits. */
export function priceImpact(amount: bigint, pools: readonly Reserves[]): number {
  const gets = amountThrough(amount, pools)
  // The price of the pools after their fee, as a fraction.
  const [top, bottom] = pools.reduce(
    ([above, below], { taken, given }) => [above * given * (kept.of - kept.part), below * taken * kept.of],
    [amount, 1n],
  )
  return top === 0n ? 0 : Number(((top - gets * bottom) * millionths) / top) / 10_000
}

/** What so many pools keep of an amount together, each of what the one before has left of it. */
export function poolFee(amount: bigint, pools: number): bigint {
  const count = BigInt(pools)
  return amount - (amount * (kept.of - kept.part) ** count) / kept.of ** count
}
