import { setTimeout } from 'node:timers/promises'
import type { Hash, PublicClient, TransactionReceipt } from 'viem'

/**
 * Waits up to a minute for the receipt of a transaction. viem's `waitForTransactionReceipt` ignores a block that
 * arrives while it reads the transaction. So it can wait in vain on a node that mines a block only when it gets a
 * transaction.
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
