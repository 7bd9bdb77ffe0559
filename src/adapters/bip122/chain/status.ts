import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { SentTransaction, TransactionStatus } from '../../../core/wallet/transaction.ts'
import type { CallOptions } from '../../../ports.ts'
import { isTxid, payeesAnswer, transactionAnswer } from './answers.ts'
import type { Esplora } from './esplora.ts'
import { payeesDigest, paysSame } from './payees.ts'
import { outpointOf, payeesIn, type readPsbt } from './psbt.ts'

/** The number of confirmations after which a transaction is final. */
const finalBlocks = 6

/**
 * Returns a text by which `statusOf` later recognizes a replacement of this transaction: the first outpoint that the transaction
 * spends, and a digest of its payees.
 */
export function referenceOf(psbt: ReturnType<typeof readPsbt>): string | undefined {
  const first = outpointOf(psbt, 0)
  return first && `${first.txid}:${first.vout}:${payeesDigest(payeesIn(psbt))}`
}

/**
 * Reads the status of a transaction. Esplora doesn't show a transaction that was replaced. So if another confirmed transaction
 * spends the outpoint in `reference`, the original was replaced. The digest in `reference` shows whether the replacement is the
 * same payment.
 * @throws `validation/invalid-input` for a hash that isn't a transaction id
 */
export async function statusOf(
  esplora: Esplora,
  { hash, reference }: SentTransaction,
  opts?: CallOptions,
): Promise<TransactionStatus> {
  if (!isTxid(hash))
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'hash', reason: 'expected 64 hex digits' },
    })
  const path = `/tx/${hash}`
  const found = await esplora.find(path, opts)
  if (found === undefined) return replacementStatus(esplora, hash, reference, opts)
  const { fee, height, at } = transactionAnswer(found, hash, path)
  if (height === undefined) return { phase: 'pending' }
  const confirmations = await esplora.confirmations(height, opts)
  return confirmations >= finalBlocks
    ? { phase: 'finalized', at, fee }
    : { phase: 'confirmed', confirmations, at, fee }
}

async function replacementStatus(
  esplora: Esplora,
  hash: string,
  reference: string | undefined,
  opts?: CallOptions,
): Promise<TransactionStatus> {
  const [, txid, vout, payees] = /^([0-9a-f]{64}):(\d{1,6})(?::([0-9a-f]{64}))?$/.exec(reference ?? '') ?? []
  if (txid === undefined || vout === undefined) return { phase: 'unknown' }
  const spender = await esplora.spender(txid, vout, opts)
  if (!spender?.confirmed || spender.txid === hash) return { phase: 'unknown' }
  const spenderPath = `/tx/${spender.txid}`
  const found = await esplora.present(spenderPath, opts)
  const { height } = transactionAnswer(found, spender.txid, spenderPath)
  const paid = payeesAnswer(found, spenderPath)
  if (paysSame(paid, payees)) return { phase: 'replaced', reason: 'repriced', hash: spender.txid }
  if (height === undefined || (await esplora.confirmations(height, opts)) < finalBlocks)
    return { phase: 'pending' }
  return { phase: 'replaced', reason: paid.length === 0 ? 'cancelled' : 'replaced', hash: spender.txid }
}
