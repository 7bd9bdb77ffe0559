import type { Hex } from '../../../core/chain/caip.ts'
import { eachCall } from '../each-call.ts'
import { type NodeCalls, type NodeFailure, type NodeOutcome, resultOf } from '../node-calls.ts'
import {
  type MinedTransaction,
  minedTransaction,
  type NodeBlock,
  type NodeReceipt,
  type NodeTransaction,
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
  const outcomes = await eachCall<unknown>(
    node,
    numbers.flatMap((number) => [
      { method: 'eth_getBlockByNumber', params: [number, true] },
      { method: 'eth_getBlockReceipts', params: [number] },
    ]),
    isTooLarge,
    signal,
  )
  const read: MinedBlock[] = []
  for (const [at, number] of numbers.entries()) {
    const [found, receiptsFound] = outcomes.slice(2 * at, 2 * at + 2)
    const block = isLarge(found)
      ? await largeBlock(node, number, signal)
      : (resultOf(found) as NodeBlock | null)
    const receipts =
      block && isLarge(receiptsFound)
        ? await largeReceipts(node, block, signal)
        : (resultOf(receiptsFound) as readonly NodeReceipt[] | null)
    const expected = read.at(-1)?.hash ?? parent
    if (!block || !receipts || (expected !== undefined && block.parentHash !== expected)) break
    const transactions = transactionsOf(block, receipts)
    if (!transactions) break
    read.push({ number: first + at, hash: block.hash, seconds: Number(block.timestamp), transactions })
  }
  return read
}

/** Reads a block whose transactions are too large for one answer. Anyone can fill a block with data. */
async function largeBlock(node: NodeCalls, number: Hex, signal?: AbortSignal): Promise<NodeBlock | null> {
  const block = await node.call<
    (Omit<NodeBlock, 'transactions'> & { readonly transactions: readonly Hex[] }) | null
  >('eth_getBlockByNumber', [number, false], signal)
  if (!block) return null
  const calls = block.transactions.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] }))
  const outcomes = await eachCall<NodeTransaction | null>(node, calls, isTooLarge, signal)
  const transactions = outcomes.flatMap((outcome) => resultOf(outcome) ?? [])
  // If the chain has replaced the block, the node may no longer have its transactions.
  return transactions.length === calls.length ? { ...block, transactions } : null
}

/**
 * Reads the receipts of a block whose receipts are too large for one answer. A receipt that is too large by itself counts as one
 * without status and events, because the index must not stop at this block.
 */
async function largeReceipts(
  node: NodeCalls,
  { hash: blockHash, transactions }: NodeBlock,
  signal?: AbortSignal,
): Promise<readonly NodeReceipt[]> {
  const calls = transactions.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
  const outcomes = await eachCall<NodeReceipt | null>(node, calls, isTooLarge, signal)
  return transactions.flatMap(({ hash: transactionHash }, at) => {
    const outcome = outcomes[at]
    if (!isLarge(outcome)) return resultOf(outcome) ?? []
    return { transactionHash, blockHash, transactionIndex: hex(at), contractAddress: null, logs: [] }
  })
}

function isTooLarge({ exceeded }: NodeFailure): boolean {
  return exceeded === 'size'
}

function isLarge(outcome: NodeOutcome<unknown> | undefined): boolean {
  return outcome !== undefined && 'error' in outcome && outcome.exceeded === 'size'
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
