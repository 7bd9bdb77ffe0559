/** The behaviors about money that are tested with every kind of wallet. */
const kept = [
  'sending moves exactly the amount, and costs exactly the fee',
  'a transaction is pending until it is mined',
]

/**
 * Returns whether a behavior of the contract suite is about money and may be skipped for some kinds of wallets. The kinds
 * of wallets of a family share the code for money, so most runs test these behaviors with only one kind.
 */
export const isAboutMoney = (name: string): boolean =>
  /\b(fees?|sends?|sent|sending|transactions?|batch|calls|tokens?|balances?|amount)\b/.test(name) &&
  !kept.includes(name)
