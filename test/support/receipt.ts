import { setTimeout } from 'node:timers/promises'
import type { Hash, PublicClient, TransactionReceipt } from 'viem'

/**
 * Waits up to a minute for the receipt of a transaction. viem's `waitForTransactionReceipt` misses a block that arrives while it
 * reads the transaction. viem's function then waits in vain if the node mines no further block.
 */
export async function receiptOf(
  chain: Pick<PublicClient, 'getTransactionReceipt'>,
  hash: Hash,
): Promise<TransactionReceipt> {
  for (const end = Date.now() + 60_000; ; await setTimeout(10)) {
    const receipt = await chain.getTransactionReceipt({ hash }).catch((error: Error) => error)
    if (!(receipt instanceof Error)) return receipt
    if (Date.now() > end) throw receipt
  }
}
