import type { HistoryPart, Position } from '../chain-reader.ts'
import { type NodeCalls, NodeFailure } from '../node-calls.ts'
import { blockHashes, headOf, readBlocks } from './blocks.ts'
import { type MinedTransaction, tokensOf } from './mined-transaction.ts'
import { mostTokens, type TransactionIndex } from './transaction-index.ts'

const stride = 100
/** The maximum number of attempts of one read. A read starts again if the chain changed meanwhile. */
const attempts = 5

interface IndexedBlock {
  readonly hash: string
  readonly transactions: readonly MinedTransaction[]
}

/**
 * Indexes a chain's transactions by the accounts involved. Each query first reads the blocks that are new since the last query.
 * If the chain replaced blocks (a reorganization, `evm_revert` or `anvil_reset`), the index reads again from the last block that
 * is still on the chain. If a contract sends native coins inside a call, the index lacks this transfer, because it has no log.
 */
export class BlockIndex implements TransactionIndex {
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

  /** Returns the transactions that involve the account, oldest first. `account` is in lower case. @throws NodeFailure */
  async transactionsOf(account: string): Promise<readonly MinedTransaction[]> {
    await this.#catchUp()
    return this.#byAccount.get(account) ?? []
  }

  async newest(
    account: string,
    { before, most = Number.POSITIVE_INFINITY }: HistoryPart = {},
  ): Promise<readonly MinedTransaction[]> {
    const all = (await this.transactionsOf(account)).toReversed()
    return (before ? all.filter((each) => isBefore(each, before)) : all).slice(0, most)
  }

  async tokensOf(account: string): Promise<readonly string[]> {
    const tokens = (await this.transactionsOf(account)).flatMap((each) => tokensOf(each, account))
    return [...new Set(tokens)].slice(-mostTokens)
  }

  /**
   * A read that already runs may have started before the chain had the block that the caller needs. So the caller waits for the
   * next read.
   */
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
    const latest = await headOf(this.#node)
    await this.#dropReplaced(latest)
    while (this.#blocks.length <= latest) {
      const first = this.#blocks.length
      const last = Math.min(latest, first + stride - 1)
      const read = await readBlocks(this.#node, { first, last, parent: this.#blocks.at(-1)?.hash })
      for (const block of read) this.#append(block)
      if (read.length <= last - first) return false
    }
    return true
  }

  #append(block: IndexedBlock): void {
    this.#blocks.push(block)
    for (const transaction of block.transactions)
      for (const account of transaction.accounts) {
        const known = this.#byAccount.get(account)
        if (known) known.push(transaction)
        else this.#byAccount.set(account, [transaction])
      }
  }

  async #dropReplaced(latest: number): Promise<void> {
    while (this.#blocks.length > latest + 1) this.#drop()
    for (let count = 1; this.#blocks.length > 0; count = stride) {
      const numbers = range(Math.max(0, this.#blocks.length - count), this.#blocks.length)
      const hashes = await blockHashes(this.#node, numbers)
      const kept = hashes.findLastIndex((hash, at) => hash === this.#blocks[numbers[at] ?? -1]?.hash)
      for (let at = numbers.length - 1; at > kept; at--) this.#drop()
      if (kept >= 0) return
    }
  }

  /** Removes the newest block. Its transactions are the last entries in the lists of their accounts. */
  #drop(): void {
    this.#onReplaced()
    for (const transaction of this.#blocks.pop()?.transactions.toReversed() ?? [])
      for (const account of transaction.accounts) this.#byAccount.get(account)?.pop()
  }
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, at) => from + at)
}

function isBefore(a: Position, b: Position): boolean {
  if (a.seconds !== b.seconds) return a.seconds < b.seconds
  return a.block !== b.block ? a.block < b.block : a.place < b.place
}
