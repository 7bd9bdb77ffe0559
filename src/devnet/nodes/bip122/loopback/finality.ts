import type { Transaction } from 'bitcoinjs-lib'
import { rejected } from './refusal.ts'
import type { Coin } from './transaction.ts'

/** A lock time below this value is a block height. Any other lock time is a Unix time in seconds. */
const firstTime = 500_000_000
const final = 0xffffffff
/** The bits of a sequence number (BIP-68). */
const relative = { off: 0x80000000, seconds: 0x00400000, value: 0x0000ffff, granularity: 9 } as const

export interface ChainTip {
  /** The height of the next block. */
  readonly height: number
  /** Returns the median time, in seconds, of the eleven blocks up to this height (BIP-113). */
  medianTime(height: number): number
}

/**
 * Checks whether the next block can contain a transaction (BIP-113 and BIP-68).
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
 * Checks only the lock time, which needs no spent coins.
 * @throws NodeRefusal
 */
export function checkLockTime({ locktime, ins }: Transaction, { height, medianTime }: ChainTip): void {
  const limit = locktime < firstTime ? height : medianTime(height - 1)
  if (locktime >= limit && locktime !== 0 && ins.some(({ sequence }) => sequence !== final))
    throw rejected('non-final')
}

function isDue(sequence: number, coin: Coin, { height, medianTime }: ChainTip): boolean {
  // Compares instead of testing the bit: a sequence is unsigned, but JavaScript's bit operators are signed.
  if (sequence >= relative.off) return true
  const value = sequence & relative.value
  if ((sequence & relative.seconds) === 0) return coin.height + value - 1 < height
  const since = medianTime(Math.max(coin.height - 1, 0))
  return since + value * 2 ** relative.granularity - 1 < medianTime(height - 1)
}
