import { base58 } from '@scure/base'
import type { SentTransaction, TransactionStatus } from '../../../core/wallet/transaction.ts'
import { invalid } from '../checks.ts'
import { failureReason } from '../failures.ts'
import type { SolanaNode } from './node.ts'

/** The status of a transaction. One that the node doesn't know is pending until its last valid block height has passed. */
export async function readStatus(
  node: SolanaNode,
  { hash, reference }: SentTransaction,
): Promise<TransactionStatus> {
  if (!isSignature(hash)) throw invalid('hash', 'expected 64 bytes in base58')
  const expiry = reference !== undefined && /^\d{1,20}$/.test(reference) ? BigInt(reference) : undefined
  let status = await node.status(hash)
  if (!status) {
    if (expiry === undefined) return { phase: 'unknown' }
    if ((await node.blockHeight()) <= expiry) return { phase: 'pending' }
    // It may have landed between the two requests.
    status = await node.status(hash)
    if (!status) return { phase: 'failed', reason: 'It expired before it was included in a block' }
  }
  const { err, confirmations, confirmationStatus } = status
  if (confirmationStatus === 'processed') return { phase: 'pending' }
  const landed = await node.transaction(hash)
  const { fee, at } = landed ?? {}
  if (err !== null) return { phase: 'failed', reason: failureReason({ err, logs: landed?.logs ?? [] }), fee }
  if (confirmationStatus === 'finalized' || confirmations === null) return { phase: 'finalized', at, fee }
  return { phase: 'confirmed', confirmations: Math.max(1, confirmations), at, fee }
}

function isSignature(hash: string): boolean {
  try {
    return typeof hash === 'string' && hash.length <= 88 && base58.decode(hash).length === 64
  } catch {
    return false
  }
}
