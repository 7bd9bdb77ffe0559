import { sleep } from '../../core/async/sleep.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { solana } from '../../core/limits.ts'
import type { SettledTransaction, TransactionStatus } from '../../core/wallet/transaction.ts'
import type { CallOptions, Clock } from '../../ports.ts'

/** For how long on end a chain may know nothing, or its endpoint fail, in ms. `reliability` RP12. */
const patience = 90_000

interface SettledOptions extends CallOptions {
  readonly clock: Clock
  /** Default `confirmed`. */
  readonly until?: SettledTransaction['phase'] | undefined
}

/** Reads the status of a transaction each second until it is what is waited for. */
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

/** An endpoint that fails says nothing of the transaction, and may be back in a second. */
function isEndpoints(error: unknown): boolean {
  return isLatchkeyError(error) && /^(http|rpc)\//.test(error.code)
}

function failure(reason: string) {
  return latchkeyError('node/transaction-failed', { values: { reason } })
}
