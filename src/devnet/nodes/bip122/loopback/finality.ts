import type { Transaction } from 'bitcoinjs-lib'
import { rejected } from './refusal.ts'
import type { Coin } from './transaction.ts'

/** A lock time of at least this value is in seconds; below, it is a block height. */
const firstTime = 500_000_000
const final = 0xffffffff
/** BIP-68: the bits of a sequence number. */
const relative = { off: 0x80000000, seconds: 0x00400000, value: 0x0000ffff, granularity: 9 } as const

/** The chain that the next block builds on. */
export interface ChainTip {
  /** The height of the next block. */
  readonly height: number
  /** BIP-113: the median time of the eleven blocks up to this height, in seconds. */
  medianTime(height: number): number
}

/**
 * Checks that a transaction may be in the next block (BIP-113 and BIP-68).
 * @throws NodeRefusal
 */
export function checkFinal(transaction: Transaction, spent: readonly Coin[], tip: ChainTip): void {
  checkLockTime(transaction, tip)
  if (transaction.version < 2) return
  for (const [at, { sequence }] of transaction.ins.entries()) {
    const coin = spent[at]
    if (coin && !isDue(sequence, coin, tip)) throw rejected('non-BIP68-final')
  }
}

/**
 * Checks the lock time, the part that doesn't need the spent coins.
 * @throws NodeRefusal
 */
export function checkLockTime({ locktime, ins }: Transaction, { height, medianTime }: ChainTip): void {
  const limit = locktime < firstTime ? height : medianTime(height - 1)
  if (locktime >= limit && locktime !== 0 && ins.some(({ sequence }) => sequence !== final))
    throw rejected('non-final')
}

function isDue(sequence: number, coin: Coin, { height, medianTime }: ChainTip): boolean {
  // Compare as a number: a sequence is unsigned, but JavaScript's bit operators are signed.
  if (sequence >= relative.off) return true
  const value = sequence & relative.value
  if ((sequence & relative.seconds) === 0) return coin.height + value - 1 < height
  const since = medianTime(Math.max(coin.height - 1, 0))
  return since + value * 2 ** relative.granularity - 1 < medianTime(height - 1)
}
