import { sleep } from '../../../core/async/sleep.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { SentTransaction } from '../../../core/wallet/transaction.ts'
import { transactionWaits } from '../../../core/wallet/transaction-waits.ts'
import { storedSent } from '../activity/stored-sent.ts'
import type { SendDeps, UncertainTransfer } from './send.ts'

/** Returns the hashes of this browser's transactions that aren't final, in lower case. */
export function hashesSent(persistence: SendDeps['persistence']): readonly string[] {
  return storedSent(persistence).map(({ transaction }) => transaction.hash.toLowerCase())
}

/**
 * Looks for transactions that could be a transfer whose hash is unknown. Reads the network at growing intervals until it finds at
 * least one such transaction. Resolves with undefined if the family can't find transactions, or if no node gave the information
 * that identifies the transfer.
 * @param before The result of `hashesSent` from before the wallet was asked. It contains the hashes of other transfers.
 * @throws `flow/aborted`
 */
export async function findCandidates(
  { adapters, clock, log, persistence }: Pick<SendDeps, 'adapters' | 'clock' | 'log' | 'persistence'>,
  { network, error }: UncertainTransfer,
  before: readonly string[],
  signal: AbortSignal,
): Promise<readonly SentTransaction[] | undefined> {
  const adapter = (await adapters.get(network.chainNamespace)) as ChainAdapter
  const { reference } = error as Partial<SentTransaction>
  if (!adapter.findCandidates || reference === undefined) return undefined
  for (let pause: number = transactionWaits.reread; ; pause *= 2) {
    try {
      const found = await adapter.findCandidates(network.caipNetworkId, error, { signal })
      const known = [...before, ...hashesSent(persistence)]
      const others = found.filter(({ hash }) => !known.includes(hash.toLowerCase()))
      if (others.length > 0) return others
    } catch (cause) {
      if (signal.aborted) throw cause
      log.debug('Looking for a transaction failed', cause)
    }
    await sleep(clock, Math.min(pause, transactionWaits.rereadAtMost), signal)
  }
}
