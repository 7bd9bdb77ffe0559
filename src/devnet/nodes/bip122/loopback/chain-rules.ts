import type { Transaction } from 'bitcoinjs-lib'
import { failed, rejected } from './refusal.ts'
import { type Coin, maxMoney, outpointOf } from './transaction.ts'

/** The consensus rules for transactions, except scripts and lock times. */

/** The number of confirmations that a mined coin needs before it can be spent. */
const maturity = 100
const maxBlockWeight = 4_000_000

/**
 * Checks the rules that don't depend on the chain.
 * @throws NodeRefusal
 */
export function checkAlone(transaction: Transaction): void {
  const { ins, outs } = transaction
  if (outs.length === 0) throw rejected('bad-txns-vout-empty')
  if (transaction.byteLength(false) * 4 > maxBlockWeight) throw rejected('bad-txns-oversize')
  let paid = 0n
  for (const { value } of outs) {
    if (value < 0n) throw rejected('bad-txns-vout-negative')
    if (value > maxMoney) throw rejected('bad-txns-vout-toolarge')
    paid += value
    if (paid > maxMoney) throw rejected('bad-txns-txouttotal-toolarge')
  }
  if (new Set(ins.map(outpointOf)).size < ins.length) throw rejected('bad-txns-inputs-duplicate')
}

/**
 * Returns the fee of a transaction in a block of this height.
 * @param coins The spent coins, in the order of the inputs.
 * @throws NodeRefusal
 */
export function feeOf(
  { ins, outs }: Transaction,
  coins: readonly (Coin | undefined)[],
  height: number,
): { readonly fee: bigint; readonly spent: readonly Coin[] } {
  const spent = coins.flatMap((coin) => coin ?? [])
  if (spent.length < ins.length) throw failed('bad-txns-inputs-missingorspent')
  if (spent.some((coin) => coin.coinbase && height - coin.height < maturity))
    throw rejected('bad-txns-premature-spend-of-coinbase')
  const total = (values: readonly { readonly value: bigint }[]) =>
    values.reduce((sum, { value }) => sum + value, 0n)
  const fee = total(spent) - total(outs)
  if (fee < 0n) throw rejected('bad-txns-in-belowout')
  return { fee, spent }
}
