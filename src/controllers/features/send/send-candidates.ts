import { sleep } from '../../../core/async/sleep.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { SentTransaction } from '../../../core/wallet/transaction.ts'
import { transactionWaits } from '../../../core/wallet/transaction-waits.ts'
import type { SendDeps, UncertainTransfer } from './send.ts'

/**
 * Looks for the transactions that could be a transfer without a known hash, at growing intervals until it finds some. Undefined if
 * the family has no way to find them.
 * @throws `flow/aborted`
 */
export async function findCandidates(
  { adapters, clock, log }: Pick<SendDeps, 'adapters' | 'clock' | 'log'>,
  { network, error }: UncertainTransfer,
  signal: AbortSignal,
): Promise<readonly SentTransaction[] | undefined> {
  const adapter = (await adapters.get(network.chainNamespace)) as ChainAdapter
  for (let pause: number = transactionWaits.reread; ; pause *= 2) {
    try {
      const found = await adapter.findCandidates?.(network.caipNetworkId, error, { signal })
      if (found?.length !== 0) return found
    } catch (cause) {
      if (signal.aborted) throw cause
      log.debug('Looking for a transaction failed', cause)
    }
    await sleep(clock, Math.min(pause, transactionWaits.rereadAtMost), signal)
  }
}
