import type { Hex } from '../../../core/chain/caip.ts'
import { type NodeCalls, NodeFailure, resultOf } from '../node-calls.ts'
import {
  type MinedTransaction,
  minedTransaction,
  type NodeBlock,
  type NodeReceipt,
} from './mined-transaction.ts'

/** Blocks per batch. */
const stride = 100
/** How often a read starts again after the chain has changed, before it gives up. */
const attempts = 5

interface IndexedBlock {
  readonly hash: Hex
  readonly transactions: readonly MinedTransaction[]
}

/**
 * Indexes a chain's transactions by the accounts involved. Each query first reads the blocks since the last one read. The index depends on the blocks
 * alone. When a reorganization, `evm_revert` or `anvil_reset` replaces blocks, the index reads again from the last common block.
 *
 * Internal transfers (native coin sent by a contract inside a call) emit no log and are not indexed.
 */
export class BlockIndex {
  readonly #node: NodeCalls
  readonly #onReplaced: () => void
  /** Indexed by block number, from the first block of the chain. */
  readonly #blocks: IndexedBlock[] = []
  readonly #byAccount = new Map<string, MinedTransaction[]>()
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  /** @param onReplaced Called when indexed blocks are no longer on the chain. */
  constructor(node: NodeCalls, onReplaced: () => void) {
    this.#node = node
    this.#onReplaced = onReplaced
  }

  /** The transactions that involve the account (lower-case address), oldest first. @throws NodeFailure */
  async transactionsOf(account: string): Promise<readonly MinedTransaction[]> {
    await this.#catchUp()
    return this.#byAccount.get(account) ?? []
  }

  /** A caller that comes during a read waits for the next read, because the current read may have started before the block that the caller wants. */
  #catchUp(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        this.#running = this.#read()
        return this.#running
      })
    return this.#next
  }

  async #read(): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt++) if (await this.#readOnce()) return
    throw new NodeFailure('The chain changes faster than it can be read')
  }

  /** Returns false when the chain changed during the read. */
  async #readOnce(): Promise<boolean> {
    const latest = Number(await this.#node.call<Hex>('eth_blockNumber', []))
    await this.#dropReplaced(latest)
    while (this.#blocks.length <= latest) {
      const first = this.#blocks.length
      const numbers = range(first, Math.min(latest + 1, first + stride)).map(hex)
      const outcomes = await this.#node.all<unknown>(
        numbers.flatMap((number) => [
          { method: 'eth_getBlockByNumber', params: [number, true] },
          { method: 'eth_getBlockReceipts', params: [number] },
        ]),
      )
      for (let at = 0; at < numbers.length; at++) {
        const block = resultOf(outcomes[2 * at]) as NodeBlock | null
        const receipts = resultOf(outcomes[2 * at + 1]) as readonly NodeReceipt[] | null
        if (!this.#append(block, receipts)) return false
      }
    }
    return true
  }

  #append(block: NodeBlock | null, receipts: readonly NodeReceipt[] | null): boolean {
    const parent = this.#blocks.at(-1)
    if (!block || !receipts || (parent && block.parentHash !== parent.hash)) return false
    const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]))
    const transactions: MinedTransaction[] = []
    for (const transaction of block.transactions) {
      const receipt = byHash.get(transaction.hash)
      if (receipt?.blockHash !== block.hash) return false
      transactions.push(minedTransaction(block, transaction, receipt))
    }
    this.#blocks.push({ hash: block.hash, transactions })
    for (const transaction of transactions)
      for (const account of transaction.accounts) {
        const known = this.#byAccount.get(account)
        if (known) known.push(transaction)
        else this.#byAccount.set(account, [transaction])
      }
    return true
  }

  async #dropReplaced(latest: number): Promise<void> {
    while (this.#blocks.length > latest + 1) this.#drop()
    for (let count = 1; this.#blocks.length > 0; count = stride) {
      const numbers = range(Math.max(0, this.#blocks.length - count), this.#blocks.length)
      const outcomes = await this.#node.all<{ readonly hash: Hex } | null>(
        numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [hex(number), false] })),
      )
      const kept = outcomes.findLastIndex(
        (outcome, at) => resultOf(outcome)?.hash === this.#blocks[numbers[at] ?? -1]?.hash,
      )
      for (let at = numbers.length - 1; at > kept; at--) this.#drop()
      if (kept >= 0) return
    }
  }

  /** Removes the newest block. Account lists are in chain order, so the block's transactions are at the ends of the lists. */
  #drop(): void {
    this.#onReplaced()
    for (const transaction of this.#blocks.pop()?.transactions.toReversed() ?? [])
      for (const account of transaction.accounts) this.#byAccount.get(account)?.pop()
  }
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, at) => from + at)
}

function hex(number: number): Hex {
  return `0x${number.toString(16)}`
}
