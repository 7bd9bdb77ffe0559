import type { Transaction } from 'bitcoinjs-lib'
import { rejected } from './refusal.ts'
import { outpointOf } from './transaction.ts'

export interface Entry {
  readonly txid: string
  readonly transaction: Transaction
  /** In sats. */
  readonly fee: bigint
  /** In vbytes. */
  readonly size: bigint
  /** The spent outputs, as `txid:vout`. */
  readonly inputs: readonly string[]
}

/**
 * The limits for a transaction with its ancestors, and for a transaction with its descendants: the number of transactions, and
 * their total size in vbytes.
 */
const limits = { count: 25, size: 101_000n } as const

/** The unconfirmed transactions and their dependencies. */
export class MempoolGraph {
  /** In order of arrival, so parents come before their children. */
  readonly #entries = new Map<string, Entry>()
  /** Transaction ids by spent output (`txid:vout`). */
  readonly #spenders = new Map<string, string>()
  #size = 0n

  /** In vbytes. */
  get size(): bigint {
    return this.#size
  }

  entries(): Iterable<Entry> {
    return this.#entries.values()
  }

  get(txid: string): Entry | undefined {
    return this.#entries.get(txid)
  }

  add(entry: Entry): void {
    this.#entries.set(entry.txid, entry)
    for (const outpoint of entry.inputs) this.#spenders.set(outpoint, entry.txid)
    this.#size += entry.size
  }

  remove({ txid, inputs, size }: Entry): void {
    if (!this.#entries.delete(txid)) return
    for (const outpoint of inputs) this.#spenders.delete(outpoint)
    this.#size -= size
  }

  /** Returns the other unconfirmed transactions that spend one of the outputs that this transaction spends. */
  spendersOf(transaction: Transaction): readonly Entry[] {
    const txid = transaction.getId()
    const found = transaction.ins.map((input) => this.#spenders.get(outpointOf(input)))
    return [...new Set(found)].flatMap((id) => (id === undefined || id === txid ? [] : (this.get(id) ?? [])))
  }

  /** Returns the unconfirmed transactions from which an entry spends, directly or indirectly. */
  ancestors({ inputs }: Pick<Entry, 'inputs'>): readonly Entry[] {
    const parents = ({ inputs }: Pick<Entry, 'inputs'>) =>
      inputs.flatMap((outpoint) => this.get(outpoint.split(':')[0] ?? '') ?? [])
    return reach(parents({ inputs }), parents)
  }

  /** Returns a transaction and all transactions that spend from it, directly or indirectly. */
  withDescendants(txid: string): readonly Entry[] {
    const children = ({ txid, transaction }: Entry) =>
      transaction.outs.flatMap((_, at) => this.get(this.#spenders.get(`${txid}:${at}`) ?? '') ?? [])
    const entry = this.get(txid)
    return entry ? reach([entry], children) : []
  }

  /**
   * This check is stricter than bitcoind's: it also counts transactions that the new transaction will replace.
   * @throws NodeRefusal
   */
  checkLimits(entry: Entry): void {
    const ancestors = this.ancestors(entry)
    const groups = [ancestors, ...ancestors.map(({ txid }) => this.withDescendants(txid))]
    for (const group of groups) {
      const size = group.reduce((sum, each) => sum + each.size, entry.size)
      if (group.length + 1 > limits.count || size > limits.size) throw rejected('too-long-mempool-chain')
    }
  }
}

function reach(from: readonly Entry[], next: (entry: Entry) => readonly Entry[]): readonly Entry[] {
  const found = new Map<string, Entry>()
  const waiting = [...from]
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    if (found.has(entry.txid)) continue
    found.set(entry.txid, entry)
    waiting.push(...next(entry))
  }
  return [...found.values()]
}
