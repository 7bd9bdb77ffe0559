import type { Transaction } from 'bitcoinjs-lib'
import { rejected } from './refusal.ts'
import { outpointOf } from './transaction.ts'

/** A transaction that waits for a block. */
export interface Entry {
  readonly txid: string
  readonly transaction: Transaction
  /** In sats. */
  readonly fee: bigint
  /** In virtual bytes. */
  readonly size: bigint
  /** The outputs that it spends, as `txid:vout`. */
  readonly inputs: readonly string[]
}

/** The most ancestors or descendants of a transaction, itself counted, and the most virtual bytes of them. */
const limits = { count: 25, size: 101_000n } as const

/** The waiting transactions, and which of them spends from which. */
export class WaitingGraph {
  /** In the order of arrival, so that parents come before their children. */
  readonly #entries = new Map<string, Entry>()
  /** Ids of transactions by the `txid:vout` that they spend. */
  readonly #spenders = new Map<string, string>()
  #size = 0n

  /** In virtual bytes. */
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

  /** The other transactions that spend the same outputs as a transaction. */
  spendersOf(transaction: Transaction): readonly Entry[] {
    const txid = transaction.getId()
    const found = transaction.ins.map((input) => this.#spenders.get(outpointOf(input)))
    return [...new Set(found)].flatMap((id) => (id === undefined || id === txid ? [] : (this.get(id) ?? [])))
  }

  /** The waiting transactions from which it spends, directly or through others. */
  ancestors({ inputs }: Pick<Entry, 'inputs'>): readonly Entry[] {
    const parents = ({ inputs }: Pick<Entry, 'inputs'>) =>
      inputs.flatMap((outpoint) => this.get(outpoint.split(':')[0] ?? '') ?? [])
    return reach(parents({ inputs }), parents)
  }

  /** A transaction and those that spend from it, directly or through others. */
  withDescendants(txid: string): readonly Entry[] {
    const children = ({ txid, transaction }: Entry) =>
      transaction.outs.flatMap((_, at) => this.get(this.#spenders.get(`${txid}:${at}`) ?? '') ?? [])
    const entry = this.get(txid)
    return entry ? reach([entry], children) : []
  }

  /**
   * bitcoind does not count transactions that a replacement removes. Here they count until they are removed, which is stricter.
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
