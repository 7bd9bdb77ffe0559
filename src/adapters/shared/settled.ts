import { sleep } from '../../core/async/sleep.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { solana } from '../../core/limits.ts'
import type { SettledTransaction, TransactionStatus } from '../../core/wallet/transaction.ts'
import type { CallOptions, Clock } from '../../ports.ts'

/** In ms: how long without a break the chain may not know the transaction, or the endpoint may fail. `reliability` RP12. */
const patience = 90_000

interface SettledOptions extends CallOptions {
  readonly clock: Clock
  /** Default `confirmed`. */
  readonly until?: SettledTransaction['phase'] | undefined
}

/** Reads the status of a transaction each second until it has the wanted phase. */
export async function settled(
  read: () => Promise<TransactionStatus>,
  { clock, until = 'confirmed', signal }: SettledOptions,
): Promise<SettledTransaction> {
  let heard = clock.now()
  const patient = () => clock.now() - heard < patience
  for (;;) {
    const status = await read().catch((error: unknown) => {
      if (!isEndpoints(error) || !patient()) throw error
      return undefined
    })
    if (status?.phase === 'failed') throw failure(status.reason)
    if (status?.phase === 'finalized' || status?.phase === until) return status as SettledTransaction
    if (status?.phase === 'unknown' && !patient()) throw failure('the chain knows nothing of it')
    if (status && status.phase !== 'unknown') heard = clock.now()
    await sleep(clock, solana.statusPoll, signal)
  }
}

/** True for errors of an endpoint: they say nothing about the transaction, and may be gone in a second. */
function isEndpoints(error: unknown): boolean {
  return isLatchkeyError(error) && /^(http|rpc)\//.test(error.code)
}

function failure(reason: string) {
  return latchkeyError('node/transaction-failed', { values: { reason } })
}
