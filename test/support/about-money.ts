/** The behaviors about money that are tested with every kind of wallet. */
const kept = [
  'sending moves exactly the amount, and costs exactly the fee',
  'a transaction is pending until it is mined',
]

/**
 * Returns whether a behavior of the contract suite is about money. All wallets of a family share the code for money, so most runs
 * test such a behavior with only one kind of wallet.
 */
export const isAboutMoney = (name: string): boolean =>
  /\b(fees?|sends?|sent|sending|transactions?|batch|calls|tokens?|balances?|amount)\b/.test(name) &&
  !kept.includes(name)
