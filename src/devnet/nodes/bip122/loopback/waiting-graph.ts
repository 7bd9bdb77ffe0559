import type { Transaction } from 'bitcoinjs-lib'
import { rejected } from './refusal.ts'
import { outpointOf } from './transaction.ts'

/** One transaction that waits. */
export interface Entry {
  readonly txid: string
  readonly transaction: Transaction
  /** In sats. */
  readonly fee: bigint
  /** In virtual bytes. */
  readonly size: bigint
  /** What it spends, as `txid:vout`. */
  readonly inputs: readonly string[]
}

/** How many may hang together, counted from any of them up or down, and how many virtual bytes they may have. */
const limits = { count: 25, size: 101_000n } as const

/** What waits, and which spends from which. */
export class WaitingGraph {
  /** In the order in which they came, so that parents stand before their children. */
  readonly #entries = new Map<string, Entry>()
  /** Ids by the `txid:vout` that they spend. */
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

  /** What spends the same as a transaction, itself left out. */
  spendersOf(transaction: Transaction): readonly Entry[] {
    const txid = transaction.getId()
    const found = transaction.ins.map((input) => this.#spenders.get(outpointOf(input)))
    return [...new Set(found)].flatMap((id) => (id === undefined || id === txid ? [] : (this.get(id) ?? [])))
  }

  /** What it spends from and waits, over any number of steps. */
  ancestors({ inputs }: Pick<Entry, 'inputs'>): readonly Entry[] {
    const parents = ({ inputs }: Pick<Entry, 'inputs'>) =>
      inputs.flatMap((outpoint) => this.get(outpoint.split(':')[0] ?? '') ?? [])
    return reach(parents({ inputs }), parents)
  }

  /** It, and what spends from it over any number of steps. */
  withDescendants(txid: string): readonly Entry[] {
    const children = ({ txid, transaction }: Entry) =>
      transaction.outs.flatMap((_, at) => this.get(this.#spenders.get(`${txid}:${at}`) ?? '') ?? [])
    const entry = this.get(txid)
    return entry ? reach([entry], children) : []
  }

  /**
   * bitcoind makes room for what a replacement throws out; here it counts until it is gone, which is never too generous.
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
