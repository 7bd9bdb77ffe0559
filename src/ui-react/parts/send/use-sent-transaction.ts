import { useEffect, useState } from 'react'
import type { SentTransfer } from '../../../controllers/features/send/send.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useRuntime } from '../../runtime.ts'

/**
 * Follows a sent transfer in the activity. If the wallet sends the same payment again with another fee, the hash changes, and the
 * entry keeps the first hash in its id. Once the service lists the transaction, that entry disappears. So this hook also looks
 * for the last known hash, and returns the last known entry if the activity has none.
 */
export function useSentTransaction(sent: SentTransfer | undefined): PastTransaction | undefined {
  const { latchkey } = useRuntime()
  const [last, setLast] = useState<readonly [SentTransfer, PastTransaction]>()
  const known = last?.[0] === sent ? last?.[1] : undefined
  const listed = useController(
    latchkey.activity,
    ({ transactions }) => sent && entryOf(transactions, sent, known?.hash),
  )
  useEffect(() => {
    if (sent && listed) setLast([sent, listed])
  }, [sent, listed])
  return listed ?? known
}

function entryOf(
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
