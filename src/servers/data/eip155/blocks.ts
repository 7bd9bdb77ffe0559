import type { Hex } from '../../../core/chain/caip.ts'
import { type NodeCalls, resultOf } from '../node-calls.ts'
import {
  type MinedTransaction,
  minedTransaction,
  type NodeBlock,
  type NodeReceipt,
} from './mined-transaction.ts'

export interface MinedBlock {
  readonly number: number
  readonly hash: Hex
  readonly seconds: number
  readonly transactions: readonly MinedTransaction[]
}

export interface BlocksToRead {
  readonly first: number
  readonly last: number
  /** The hash that the first block's parent must have; undefined if the hash isn't known. */
  readonly parent: string | undefined
}

export async function headOf(node: NodeCalls, signal?: AbortSignal): Promise<number> {
  return Number(await node.call<Hex>('eth_blockNumber', [], signal))
}

/** Returns the hashes in the order of `numbers`; undefined for a block that the node doesn't have. @throws NodeFailure */
export async function blockHashes(
  node: NodeCalls,
  numbers: readonly number[],
  signal?: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  const outcomes = await node.all<{ readonly hash: Hex } | null>(
    numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [hex(number), false] })),
    signal,
  )
  return outcomes.map((outcome) => resultOf(outcome)?.hash)
}

/**
 * Reads blocks with their transactions. If the chain replaces blocks during the read, a block may not fit its parent or its receipts. The result then
 * ends before this block.
 * @throws NodeFailure
 */
export async function readBlocks(
  node: NodeCalls,
  { first, last, parent }: BlocksToRead,
  signal?: AbortSignal,
): Promise<readonly MinedBlock[]> {
  const numbers = Array.from({ length: last - first + 1 }, (_, at) => hex(first + at))
  const outcomes = await node.all<unknown>(
    numbers.flatMap((number) => [
      { method: 'eth_getBlockByNumber', params: [number, true] },
      { method: 'eth_getBlockReceipts', params: [number] },
    ]),
    signal,
  )
  const read: MinedBlock[] = []
  for (const at of numbers.keys()) {
    const block = resultOf(outcomes[2 * at]) as NodeBlock | null
    const receipts = resultOf(outcomes[2 * at + 1]) as readonly NodeReceipt[] | null
    const expected = read.at(-1)?.hash ?? parent
    if (!block || !receipts || (expected !== undefined && block.parentHash !== expected)) break
    const transactions = transactionsOf(block, receipts)
    if (!transactions) break
    read.push({ number: first + at, hash: block.hash, seconds: Number(block.timestamp), transactions })
  }
  return read
}

/** Returns undefined if a receipt is missing, or belongs to another block. */
function transactionsOf(
  block: NodeBlock,
  receipts: readonly NodeReceipt[],
): readonly MinedTransaction[] | undefined {
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]))
  const transactions: MinedTransaction[] = []
  for (const transaction of block.transactions) {
    const receipt = byHash.get(transaction.hash)
    if (receipt?.blockHash !== block.hash) return undefined
    transactions.push(minedTransaction(block, transaction, receipt))
  }
  return transactions
}

function hex(number: number): Hex {
  return `0x${number.toString(16)}`
}
