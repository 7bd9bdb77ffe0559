import type { Transaction } from 'bitcoinjs-lib'
import { checkAlone, feeOf } from './chain-rules.ts'
import { type ChainTip, checkFinal, checkLockTime } from './finality.ts'
import { type Entry, MempoolGraph } from './mempool-graph.ts'
import { checkFee, checkNotTooMuch, checkStandard } from './policy.ts'
import { alreadyMined, rejected } from './refusal.ts'
import { checkReplacement } from './replacement.ts'
import { checkInput } from './spending.ts'
import { type Coin, coinsOf, outpointOf } from './transaction.ts'

export interface ChainState extends ChainTip {
  coin(outpoint: string): Coin | undefined
}

/**
 * In vbytes. At this size, the mempool rejects new transactions. bitcoind would drop the transactions with the lowest fees
 * instead, but a local mempool doesn't get this large.
 */
const capacity = 50_000_000n

/** The unconfirmed transactions. Each is valid in the next block, together with the transactions from which it spends. */
export class Mempool {
  readonly #chain: ChainState
  readonly #graph = new MempoolGraph()

  constructor(chain: ChainState) {
    this.#chain = chain
  }

  get txids(): readonly string[] {
    return [...this.#graph.entries()].map(({ txid }) => txid)
  }

  get(txid: string): Entry | undefined {
    return this.#graph.get(txid)
  }

  /** Parents come before their children. */
  get entries(): readonly Entry[] {
    return [...this.#graph.entries()]
  }

  /**
   * Accepts a transaction after bitcoind's checks, in bitcoind's order. Returns its id. If the mempool already has the
   * transaction, nothing changes.
   * @throws NodeRefusal
   */
  accept(transaction: Transaction): string {
    const txid = transaction.getId()
    if (transaction.outs.some((_, at) => this.#chain.coin(`${txid}:${at}`))) throw alreadyMined()
    if (this.#graph.get(txid)) return txid
    const entry = this.#check(transaction, txid)
    this.#graph.add(entry)
    return txid
  }

  #check(transaction: Transaction, txid: string): Entry {
    if (transaction.isCoinbase()) throw rejected('coinbase')
    checkAlone(transaction)
    checkStandard(transaction)
    checkLockTime(transaction, this.#chain)
    const conflicts = this.#graph.spendersOf(transaction)
    const coins = transaction.ins.map((input) => this.#coin(outpointOf(input)))
    const { fee, spent } = feeOf(transaction, coins, this.#chain.height)
    checkFinal(transaction, spent, this.#chain)
    const entry: Entry = {
      txid,
      transaction,
      fee,
      size: BigInt(transaction.virtualSize()),
      inputs: transaction.ins.map(outpointOf),
    }
    checkFee(fee, entry.size)
    this.#graph.checkLimits(entry)
    const replaced = checkReplacement(entry, conflicts, this.#graph)
    transaction.ins.forEach((_, at) => {
      checkInput(transaction, at, spent)
    })
    checkNotTooMuch(fee, entry.size)
    if (this.#graph.size + entry.size > capacity) throw rejected('mempool full')
    for (const each of replaced) this.#graph.remove(each)
    return entry
  }

  /** Returns a coin of the chain, or of an unconfirmed transaction. */
  #coin(outpoint: string): Coin | undefined {
    const [txid = ''] = outpoint.split(':')
    const parent = this.#graph.get(txid)
    if (!parent) return this.#chain.coin(outpoint)
    return new Map(coinsOf(parent.transaction, this.#chain.height)).get(outpoint)
  }

  /**
   * Removes the transactions of a new block. Also removes other transactions that spend the same coins, with their descendants.
   */
  settle(transactions: readonly Transaction[]): void {
    for (const transaction of transactions) {
      const mined = this.#graph.get(transaction.getId())
      if (mined) this.#graph.remove(mined)
      for (const { txid } of this.#graph.spendersOf(transaction))
        for (const each of this.#graph.withDescendants(txid)) this.#graph.remove(each)
    }
  }
}
