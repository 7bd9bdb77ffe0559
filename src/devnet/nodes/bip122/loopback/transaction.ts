import { Transaction } from 'bitcoinjs-lib'
import { undecodable } from './refusal.ts'

export interface Coin {
  readonly value: bigint
  readonly script: Uint8Array
  /** The height of the coin's block, or of the next block if the coin is unconfirmed. */
  readonly height: number
  readonly coinbase: boolean
}

/** In sats. */
export const maxMoney = 2_100_000_000_000_000n

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Formats a hash for display: in hex, with the bytes reversed. */
export const nameOf = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex')

/** Returns the output that an input spends, as `txid:vout`. */
export const outpointOf = ({ hash, index }: Transaction['ins'][number]): string => `${nameOf(hash)}:${index}`

/** @throws NodeRefusal when the text isn't a transaction with inputs in canonical encoding. */
export function parseTransaction(text: string): Transaction {
  try {
    const transaction = Transaction.fromHex(text)
    if (transaction.ins.length > 0 && transaction.toHex() === text.toLowerCase()) return transaction
  } catch {
    // The library's error has no useful reason.
  }
  throw undecodable('TX decode failed. Make sure the tx has at least one input.')
}

/** Returns the outputs as coins, by `txid:vout`. */
export function coinsOf(transaction: Transaction, height: number): readonly (readonly [string, Coin])[] {
  const txid = transaction.getId()
  const coinbase = transaction.isCoinbase()
  return transaction.outs.map(({ script, value }, at) => [
    `${txid}:${at}`,
    { value, script, height, coinbase },
  ])
}
