import type { Hex } from '../../../core/chain/caip.ts'
import { type NodeCalls, NodeFailure, resultOf } from '../node-calls.ts'
import {
  type MinedTransaction,
  minedTransaction,
  type NodeBlock,
  type NodeReceipt,
} from './mined-transaction.ts'

/** How many blocks are asked for at a time. */
const stride = 100
/** How often the chain may change under a reading before it is given up. */
const attempts = 5

interface IndexedBlock {
  readonly hash: Hex
  readonly transactions: readonly MinedTransaction[]
}

/**
 * The transactions of a chain by the accounts that they touch. It reads when it is asked, from the block after the last one
 * that it has, and nothing else: the same blocks always give the same index. Where blocks were replaced, by a
 * reorganisation, `evm_revert` or `anvil_reset`, it reads again from the last block that is still there.
 *
 * What a contract sends as native coin inside a call stands in no log; it is not seen here.
 */
export class BlockIndex {
  readonly #node: NodeCalls
  readonly #onReplaced: () => void
  /** By number, from the first block of the chain. */
  readonly #blocks: IndexedBlock[] = []
  readonly #byAccount = new Map<string, MinedTransaction[]>()
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  /** @param onReplaced Called when blocks that were read are no longer on the chain. */
  constructor(node: NodeCalls, onReplaced: () => void) {
    this.#node = node
    this.#onReplaced = onReplaced
  }

  /** Those that touch the account, oldest first; the address is in lower case. @throws NodeFailure */
  async transactionsOf(account: string): Promise<readonly MinedTransaction[]> {
    await this.#catchUp()
    return this.#byAccount.get(account) ?? []
  }

  /** Whoever comes while the chain is being read waits for the next reading: this one may have begun before their block. */
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

  /** False when the chain changed meanwhile. */
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

  /** Forgets the newest block. Each list of an account is in the order of the chain, so its end is what goes. */
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
