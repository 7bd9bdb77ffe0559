import type { Hex } from '../../core/chain/caip.ts'
import type { NodeCall } from '../node-pool.ts'
import { readQuantity } from './quantity.ts'

interface Sent {
  readonly nonce: number
  readonly hash: Hex
}

/**
 * Finds the nonce of each account's next transaction. Some nodes leave pending transactions out of the count. With that count, two
 * payments would get one nonce, and the second payment could replace the first.
 */
export class Nonces {
  /** The last transaction by chain id and address. */
  readonly #sent = new Map<string, Sent>()

  /**
   * Returns the nonce of the next transaction: the node's count, or a higher nonce if the node knows the last transaction.
   * @throws the node's error, and `ProviderError` -32603 if the node's count isn't a number
   */
  async next(address: string, chainId: number, node: NodeCall): Promise<number> {
    const count = Number(await readQuantity(node, 'eth_getTransactionCount', [address, 'pending']))
    const last = this.#sent.get(keyOf(address, chainId))
    if (!last || count > last.nonce) return count
    return (await isKnown(last.hash, node)) ? last.nonce + 1 : count
  }

  /** Remembers a signed transaction. Ignores an attempt to replace an earlier transaction. */
  keep(address: string, chainId: number, sent: Sent): void {
    const key = keyOf(address, chainId)
    const last = this.#sent.get(key)
    if (!last || sent.nonce >= last.nonce) this.#sent.set(key, sent)
  }
}

const keyOf = (address: string, chainId: number) => `${chainId}:${address.toLowerCase()}`

/** Returns whether the node knows a transaction, in a block or pending. */
export async function isKnown(hash: Hex, node: NodeCall): Promise<boolean> {
  const known = await node<{ hash?: unknown } | null>('eth_getTransactionByHash', [hash])
  return String(known?.hash).toLowerCase() === hash
}
