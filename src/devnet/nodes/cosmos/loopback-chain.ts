import { createHash } from 'node:crypto'
import { Application, type ApplicationOptions, type Outcome } from './application.ts'
import type { Coin, Ledger } from './ledger.ts'
import { decodeTransaction } from './transaction.ts'

export interface MinedTransaction {
  readonly hash: string
  readonly bytes: Uint8Array
  readonly height: bigint
  readonly index: number
  readonly outcome: Outcome
}
export interface Block {
  readonly height: bigint
  readonly time: Date
  readonly hash: string
  readonly transactions: readonly MinedTransaction[]
  /** The state after the block. */
  readonly ledger: Ledger
}

/** In ms: the time until a transaction's block, and the time between empty blocks. */
const blockDelay = 10
const blockTime = 1000

/** A chain in memory, without validators. It makes a block soon after each transaction, and another block every second. */
export class LoopbackChain {
  readonly app: Application
  readonly #blocks: Block[] = []
  readonly #mined = new Map<string, MinedTransaction>()
  #waiting: Uint8Array[] = []
  #held = false
  #soon: NodeJS.Timeout | undefined
  readonly #steady: NodeJS.Timeout

  constructor(chainId: string, options?: ApplicationOptions) {
    this.app = new Application(chainId, options)
    this.#mine()
    this.#steady = setInterval(() => this.#mine(), blockTime)
  }

  get latest(): Block {
    const block = this.#blocks.at(-1)
    if (!block) throw new Error('the chain has no block')
    return block
  }

  /** The unconfirmed transactions, oldest first. */
  get waiting(): readonly Uint8Array[] {
    return this.#waiting
  }

  block(height: bigint): Block | undefined {
    return this.#blocks[Number(height) - 1]
  }

  /** The transactions in blocks, oldest first. */
  get transactions(): MinedTransaction[] {
    return [...this.#mined.values()]
  }

  transaction(hash: string): MinedTransaction | undefined {
    return this.#mined.get(hash)
  }

  /**
   * Returns the mined transactions that used a sequence of an account. A transaction that failed without paying a fee didn't use
   * its sequence.
   */
  bySequence(signer: string, sequence: bigint): readonly MinedTransaction[] {
    return [...this.#mined.values()].filter(({ bytes, outcome }) => {
      if (outcome.feePaid.length === 0 && outcome.code !== 0) return false
      const transaction = decodeTransaction(bytes)
      return transaction.sequence === sequence && transaction.messages[0]?.from === signer
    })
  }

  /** Checks a transaction, and accepts it if it is valid. Returns undefined if the transaction is already known. */
  broadcast(bytes: Uint8Array): Outcome | undefined {
    const hash = hashOf(bytes)
    if (this.#mined.has(hash) || this.#waiting.some((each) => hashOf(each) === hash)) return undefined
    const outcome = this.app.check(bytes, this.latest.height + 1n)
    if (outcome.code === 0) {
      this.#waiting.push(bytes)
      this.#soon ??= setTimeout(() => this.#mine(), blockDelay)
    }
    return outcome
  }

  /** While `held` is true, the chain makes no blocks, so transactions stay unconfirmed. */
  hold(held: boolean): void {
    this.#held = held
    if (!held) this.#mine()
  }

  /** Locks a part of an account's coins. The amount 0 unlocks them. Queries show the change at once. */
  lock(owner: string, coin: Coin): void {
    this.app.lock(owner, coin)
    this.latest.ledger.lock(owner, coin)
  }

  stop(): void {
    clearInterval(this.#steady)
    clearTimeout(this.#soon)
  }

  #mine(): void {
    this.#soon = undefined
    if (this.#held) return
    const height = BigInt(this.#blocks.length + 1)
    const transactions = this.#waiting.map((bytes, index) => {
      const mined = { hash: hashOf(bytes), bytes, height, index, outcome: this.app.deliver(bytes, height) }
      this.#mined.set(mined.hash, mined)
      return mined
    })
    this.#waiting = []
    const before = this.#blocks.at(-1)?.ledger
    const ledger = before && transactions.length === 0 ? before : this.app.commit()
    const time = new Date()
    const content = [this.app.chainId, height, time.toISOString(), ...transactions.map(({ hash }) => hash)]
    this.#blocks.push({ height, time, transactions, ledger, hash: hashOf(Buffer.from(content.join())) })
  }
}

/** Returns the SHA-256 in upper-case hex, CometBFT's format of hashes. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').toUpperCase()
}
