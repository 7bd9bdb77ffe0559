import { base58 } from '@scure/base'
import type { SentTransaction, TransactionStatus } from '../../../core/wallet/transaction.ts'
import { invalid } from '../checks.ts'
import { failureReason } from '../failures.ts'
import type { SolanaNode } from './node.ts'

/**
 * Reads the status of a transaction. `reference` contains the transaction's last valid block height. If the transaction's bytes
 * are known, `reference` also contains the slot at which the transaction was built or signed. Without this slot, nothing proves
 * that the transaction expired, because the wallet may have used another blockhash or a durable nonce.
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
    // Nodes don't show waiting transactions. A block can include the transaction until it expires.
    if ((await node.finalizedHeight()) <= BigInt(expiry)) return { phase: 'pending' }
    if (slot === undefined) return { phase: 'unknown' }
    // A block may have included the transaction between the two requests. So read the status again.
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

/**
 * Returns `failed` if the node has all blocks that could include the transaction. Without these blocks, the node proves nothing.
 */
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
