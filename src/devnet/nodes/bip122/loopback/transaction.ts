import { Transaction } from 'bitcoinjs-lib'
import { undecodable } from './refusal.ts'

/** An output that can be spent. */
export interface Coin {
  readonly value: bigint
  readonly script: Uint8Array
  /** The height of its block, or of the next one while its transaction waits. */
  readonly height: number
  readonly coinbase: boolean
}

/** All the bitcoin that there will ever be, in sats. */
export const maxMoney = 2_100_000_000_000_000n

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The name of a hash: its bytes in reverse order, in hex. */
export const nameOf = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex')

/** The output that an input spends, as `txid:vout`. */
export const outpointOf = ({ hash, index }: Transaction['ins'][number]): string => `${nameOf(hash)}:${index}`

/** @throws NodeRefusal for a text that is no transaction, or one that is not in the canonical encoding. */
export function parseTransaction(text: string): Transaction {
  try {
    const transaction = Transaction.fromHex(text)
    if (transaction.ins.length > 0 && transaction.toHex() === text.toLowerCase()) return transaction
  } catch {
    // The library only says where it stopped reading, which does not help.
  }
  throw undecodable('TX decode failed. Make sure the tx has at least one input.')
}

/** The outputs of a transaction that can be spent, by `txid:vout`. */
export function coinsOf(transaction: Transaction, height: number): readonly (readonly [string, Coin])[] {
  const txid = transaction.getId()
  const coinbase = transaction.isCoinbase()
  return transaction.outs.map(({ script, value }, at) => [
    `${txid}:${at}`,
    { value, script, height, coinbase },
  ])
}
