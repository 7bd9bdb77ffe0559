import { sleep } from '../../core/async/sleep.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { solana } from '../../core/limits.ts'
import type {
  SentTransaction,
  SettledTransaction,
  TransactionStatus,
  WaitOptions,
} from '../../core/wallet/transaction.ts'
import { transactionWaits } from '../../core/wallet/transaction-waits.ts'
import type { Clock } from '../../ports.ts'

interface SettledOptions extends WaitOptions {
  readonly clock: Clock
  readonly hash: string
}

/**
 * Polls a transaction's status every second until the transaction reaches the wanted phase. The timeout counts the time since a
 * node last showed the transaction.
 */
export async function settled(
  read: () => Promise<TransactionStatus>,
  { clock, hash, until = 'confirmed', timeout = transactionWaits.unseen, signal }: SettledOptions,
): Promise<SettledTransaction> {
  if (!(Number.isFinite(timeout) && timeout >= 0))
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'timeout', reason: 'expected milliseconds, or 0 for no limit' },
    })
  let unseen = 0
  let looked = clock.now()
  for (;;) {
    let outage: unknown
    const status = await read().catch((error: unknown) => {
      if (!isEndpoints(error)) throw error
      outage = error
      return undefined
    })
    if (status?.phase === 'failed') throw failure(hash, status)
    if (status?.phase === 'replaced') throw replacement(hash, status)
    if (status?.phase === 'finalized' || status?.phase === until) return status as SettledTransaction
    const now = clock.now()
    if (status && status.phase !== 'unknown') unseen = 0
    else unseen += Math.min(Math.max(now - looked, 0), transactionWaits.longestLook)
    looked = now
    if (isLasting(outage) || (timeout > 0 && unseen >= timeout)) throw unknown(hash, status, outage)
    await sleep(clock, solana.statusPoll, signal)
  }
}

/**
 * Reads the status of a payment that the sender's wallet may have sent again with another fee. Returns the status and the hash of
 * the transaction that a block includes.
 */
export async function readFollowing(
  read: (sent: SentTransaction) => Promise<TransactionStatus>,
  sent: SentTransaction,
): Promise<TransactionStatus> {
  const status = await read(sent)
  if (status.phase !== 'replaced' || status.reason !== 'repriced') return status
  const { hash } = status
  const landed = await read({ ...sent, hash })
  if (landed.phase === 'confirmed' || landed.phase === 'finalized') return { ...landed, hash }
  if (landed.phase === 'pending' || landed.phase === 'replaced') return { phase: 'pending' }
  // The reference belongs to the original transaction, so `failed` may be the status of the original. A status with a fee is the
  // status of the replacing transaction, because only a transaction in a block has a fee.
  if (landed.phase === 'failed' && landed.fee !== undefined) return landed
  return {
    phase: 'unknown',
    reason:
      (landed.phase === 'unknown' ? landed.reason : undefined) ??
      `it was sent again as ${hash}, and no node shows that`,
  }
}

/** Returns whether an endpoint failed. Such an error says nothing about the transaction: a retry may succeed. */
function isEndpoints(error: unknown): boolean {
  return isLatchkeyError(error) && /^(http|rpc|node)\//.test(error.code)
}

/**
 * Returns whether an endpoint can never answer, because it lacks a transaction index or the method.
 */
function isLasting(error: unknown): boolean {
  return isLatchkeyError(error) && /^rpc\/(not-kept|method-unsupported)$/.test(error.code)
}

function failure(hash: string, { reason, accordingTo }: Extract<TransactionStatus, { phase: 'failed' }>) {
  return latchkeyError('node/transaction-failed', {
    hash,
    values: { hash, reason: reason + according(accordingTo) },
  })
}

function replacement(
  hash: string,
  { hash: by, reason, accordingTo }: Extract<TransactionStatus, { phase: 'replaced' }>,
) {
  return latchkeyError('node/transaction-replaced', {
    hash,
    values: { hash, by, reason, according: according(accordingTo) },
  })
}

function unknown(hash: string, status: TransactionStatus | undefined, cause: unknown) {
  const { reason, until } = (status ?? {}) as Partial<Extract<TransactionStatus, { phase: 'unknown' }>>
  const late = until === undefined ? '' : `, until block ${until}`
  const silent = isLasting(cause) ? "the node can't look it up" : 'no node answers'
  const absent = status ? 'no node shows it' : silent
  return latchkeyError('node/transaction-unknown', {
    hash,
    values: { hash, until, reason: reason ?? `${absent}, and it may still arrive${late}` },
    cause,
  })
}

function according(host: string | undefined): string {
  return host === undefined ? '' : ` (according to ${host})`
}
