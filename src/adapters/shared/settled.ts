import { sleep } from '../../core/async/sleep.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { solana } from '../../core/limits.ts'
import type { SettledTransaction, TransactionStatus } from '../../core/wallet/transaction.ts'
import type { CallOptions, Clock } from '../../ports.ts'

/** In ms. The longest time in a row that the transaction may be unknown to the chain, or that the endpoint may fail. */
const timeout = 90_000

interface SettledOptions extends CallOptions {
  readonly clock: Clock
  /** Default `confirmed`. */
  readonly until?: SettledTransaction['phase'] | undefined
}

/** Polls a transaction's status every second until it reaches the wanted phase. */
export async function settled(
  read: () => Promise<TransactionStatus>,
  { clock, until = 'confirmed', signal }: SettledOptions,
): Promise<SettledTransaction> {
  let heard = clock.now()
  const patient = () => clock.now() - heard < timeout
  for (;;) {
    const status = await read().catch((error: unknown) => {
      if (!isEndpoints(error) || !patient()) throw error
      return undefined
    })
    if (status?.phase === 'failed') throw failure(status.reason)
    if (status?.phase === 'finalized' || status?.phase === until) return status as SettledTransaction
    if (status?.phase === 'unknown' && !patient()) throw failure("the network doesn't know the transaction")
    if (status && status.phase !== 'unknown') heard = clock.now()
    await sleep(clock, solana.statusPoll, signal)
  }
}

/**
 * Whether an endpoint failed in a way that may pass. That says nothing about the transaction, and the next read may succeed. An
 * endpoint without an index or without the method will never know.
 */
function isEndpoints(error: unknown): boolean {
  return (
    isLatchkeyError(error) &&
    /^(http|rpc)\//.test(error.code) &&
    !/^rpc\/(not-kept|method-unsupported)$/.test(error.code)
  )
}

function failure(reason: string) {
  return latchkeyError('node/transaction-failed', { values: { reason } })
}
