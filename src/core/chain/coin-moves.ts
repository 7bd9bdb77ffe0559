/** A transfer of one or several coins between two accounts. */
export interface CoinTransfer {
  readonly sender: string | undefined
  readonly recipient: string | undefined
  /** `denom` identifies the coin on its network. */
  readonly coins: readonly (readonly [denom: string, amount: bigint])[]
}

export interface CoinMove {
  readonly direction: 'in' | 'out' | 'self'
  readonly denom: string
  readonly amount: bigint
}

/**
 * Returns for each coin: the net amount that the account received or sent, and the amount that the account sent to itself.
 * Returns at most 50 moves. The account must be the sender or the recipient of each transfer.
 */
export function coinMoves(transfers: readonly CoinTransfer[], owner: string): readonly CoinMove[] {
  const sums = new Map<string, bigint>()
  const own = new Map<string, bigint>()
  for (const { sender, recipient, coins } of transfers) {
    for (const [denom, amount] of coins) {
      const [to, change] =
        sender !== owner ? [sums, amount] : recipient === owner ? [own, amount] : [sums, -amount]
      to.set(denom, (to.get(denom) ?? 0n) + change)
    }
  }
  const moves = [...sums].map(
    ([denom, sum]): CoinMove => ({
      denom,
      direction: sum < 0n ? 'out' : 'in',
      amount: sum < 0n ? -sum : sum,
    }),
  )
  const kept = [...own].map(([denom, amount]): CoinMove => ({ denom, direction: 'self', amount }))
  return [...moves, ...kept].filter(({ amount }) => amount > 0n).slice(0, 50)
}

/** Returns the operation that the history shows for an account's moves. */
export function operationOfMoves(moves: readonly CoinMove[]): 'receive' | 'trade' | 'send' | 'execute' {
  const has = (direction: CoinMove['direction']) => moves.some((one) => one.direction === direction)
  if (has('in')) return has('out') ? 'trade' : 'receive'
  return has('out') || has('self') ? 'send' : 'execute'
}
