import type { SentTransfer } from '../../../controllers/features/send/send.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'

/**
 * Finds a sent transfer in the activity. If the wallet sends the same payment again with another fee, the hash changes, and the
 * entry keeps the first hash in its id. Once the service lists the transaction, that entry disappears, so pass the last known hash
 * too.
 */
export function sentTransaction(
  transactions: readonly PastTransaction[],
  { network: { caipNetworkId }, hash: first }: SentTransfer,
  lastHash?: string,
): PastTransaction | undefined {
  const hashes = [first, lastHash].map((one) => one?.toLowerCase())
  return transactions.find(
    ({ id, network, hash }) =>
      id === `sent:${caipNetworkId}:${first}` ||
      (network === caipNetworkId && hashes.includes(hash.toLowerCase())),
  )
}
