/** Two behaviors that are tested with every wallet. */
const kept = [
  'sending moves exactly the amount, and costs exactly the fee',
  'a transaction is pending until it is mined',
]

/**
 * Whether a behavior of the contract suite is about money. The code of these behaviors is the same for each kind of
 * wallet of a family, so most runs test all of them with one kind, and two with the others.
 */
export const isAboutMoney = (name: string): boolean =>
  /\b(fees?|sends?|sent|sending|transactions?|batch|calls|tokens?|balances?|amount)\b/.test(name) &&
  !kept.includes(name)
