import { base58 } from '@scure/base'
import type { SentTransaction, TransactionStatus } from '../../../core/wallet/transaction.ts'
import { invalid } from '../checks.ts'
import { failureReason } from '../failures.ts'
import type { SolanaNode } from './node.ts'

/**
 * The status of a transaction. `reference` is the transaction's last valid block height, and the slot at which the transaction was built if its bytes
 * are known. Without the slot, a wallet may have used another blockhash or a durable nonce, so nothing proves that the transaction expired.
 */
export async function readStatus(
  node: SolanaNode,
  { hash, reference }: SentTransaction,
): Promise<TransactionStatus> {
  if (!isSignature(hash)) throw invalid('hash', 'expected 64 bytes in base58')
  const [, expiry, slot] = /^(\d{1,20})(?::(\d{1,20}))?$/.exec(reference ?? '') ?? []
  let status = await node.status(hash)
  if (!status) {
    if (expiry === undefined) return { phase: 'unknown' }
    // Nodes don't show waiting transactions. Until it expires, the transaction can land.
    if ((await node.finalizedHeight()) <= BigInt(expiry)) return { phase: 'pending' }
    if (slot === undefined) return { phase: 'unknown' }
    // The transaction may have landed between the two requests.
    status = await node.status(hash)
    if (!status) return expired(node, BigInt(slot))
  }
  const { err, confirmations, confirmationStatus } = status
  if (confirmationStatus === 'processed') return { phase: 'pending' }
  const landed = await node.transaction(hash)
  const { fee, at } = landed ?? {}
  if (err !== null) return { phase: 'failed', reason: failureReason({ err, logs: landed?.logs ?? [] }), fee }
  if (confirmationStatus === 'finalized' || confirmations === null) return { phase: 'finalized', at, fee }
  return { phase: 'confirmed', confirmations: Math.max(1, confirmations), at, fee }
}

/** A node without the blocks in question can't show a transaction that one of them includes. */
async function expired(node: SolanaNode, slot: bigint): Promise<TransactionStatus> {
  return (await node.firstSlot()) <= slot
    ? { phase: 'failed', reason: 'It expired before it was included in a block' }
    : { phase: 'unknown', reason: 'the node no longer has the blocks that could include it' }
}

function isSignature(hash: string): boolean {
  try {
    return typeof hash === 'string' && hash.length <= 88 && base58.decode(hash).length === 64
  } catch {
    return false
  }
}
