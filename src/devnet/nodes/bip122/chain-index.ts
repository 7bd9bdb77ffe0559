import type { BitcoinNode, BlockHeader, DecodedBlock, DecodedTransaction } from './bitcoin-node.ts'

export interface IndexedTransaction {
  readonly decoded: DecodedTransaction
  /** Undefined while the transaction is unconfirmed. */
  readonly block: BlockHeader | undefined
}

/**
 * Indexes the transactions of a small chain and its mempool by id, script and spent output. bitcoind can't find transactions by
 * script.
 */
export class ChainIndex {
  readonly #node: BitcoinNode
  readonly #transactions = new Map<string, IndexedTransaction & { readonly keys: readonly string[] }>()
  /** Transaction ids, by script and by spent output (`txid:vout`). */
  readonly #keyed = new Map<string, Set<string>>()
  readonly #waiting = new Set<string>()
  /** A block's position in the list is its height. */
  readonly #blocks: { readonly header: BlockHeader; readonly txids: readonly string[] }[] = []
  #syncing: Promise<void> = Promise.resolve()

  constructor(node: BitcoinNode) {
    this.#node = node
  }

  get tip(): BlockHeader | undefined {
    return this.#blocks.at(-1)?.header
  }

  block(height: number): BlockHeader | undefined {
    return this.#blocks[height]?.header
  }

  transaction(txid: string): IndexedTransaction | undefined {
    return this.#transactions.get(txid)
  }

  /** Returns the transactions that pay to a script or spend from it, newest first. Unconfirmed transactions come first. */
  ofScript(script: string): readonly IndexedTransaction[] {
    const found = [...(this.#keyed.get(script) ?? [])].flatMap((txid) => this.transaction(txid) ?? [])
    const height = ({ block }: IndexedTransaction) => block?.height ?? Number.POSITIVE_INFINITY
    // The ids are in the order of the chain, so reverse them. The sort then keeps this reversed order within a block.
    return found.reverse().sort((a, b) => (height(a) === height(b) ? 0 : height(b) - height(a)))
  }

  /** Returns the transaction that spends an output. */
  spender(txid: string, vout: number): IndexedTransaction | undefined {
    const [spender] = this.#keyed.get(`${txid}:${vout}`) ?? []
    return spender === undefined ? undefined : this.transaction(spender)
  }

  /** Reads new blocks and the mempool. Calls run one after another, so that each call sees the result of the call before. */
  sync(): Promise<void> {
    const next = this.#syncing.catch(() => {}).then(() => this.#catchUp())
    this.#syncing = next
    return next
  }

  async #catchUp(): Promise<void> {
    // A new block removes transactions from the mempool. If a block comes during the read, read again.
    for (;;) {
      const best = await this.#node.tip()
      if (best !== this.tip?.hash) await this.#follow(best)
      const held = await this.#hold(await this.#node.mempool())
      if (held && (await this.#node.tip()) === best) return
    }
  }

  async #follow(best: string): Promise<void> {
    const coming: DecodedBlock[] = []
    for (let hash: string | undefined = best; hash !== undefined; ) {
      const block: DecodedBlock = await this.#node.block(hash)
      if (this.#blocks[block.height]?.header.hash === hash) break
      coming.push(block)
      hash = block.previousblockhash
    }
    const from = coming.at(-1)?.height ?? this.#blocks.length
    for (const { txids } of this.#blocks.splice(from).reverse()) for (const txid of txids) this.#remove(txid)
    for (const { height, hash, time, tx } of coming.reverse()) {
      const header = { height, hash, time }
      this.#blocks.push({ header, txids: tx.map(({ txid }) => txid) })
      for (const decoded of tx) this.#add({ decoded, block: header })
    }
  }

  /** Returns false if a transaction left the mempool during the read. */
  async #hold(mempool: readonly string[]): Promise<boolean> {
    const now = new Set(mempool)
    for (const txid of this.#waiting) if (!now.has(txid)) this.#drop(txid)
    const fresh = new Map<string, DecodedTransaction>()
    for (const txid of now) {
      if (this.#waiting.has(txid)) continue
      const found = await this.#node.mempoolEntry(txid)
      if (!found) return false
      fresh.set(txid, found)
    }
    // A transaction must be indexed before the transactions that spend from it.
    const take = (decoded: DecodedTransaction) => {
      if (!fresh.delete(decoded.txid)) return
      for (const { txid } of decoded.vin) {
        const parent = txid === undefined ? undefined : fresh.get(txid)
        if (parent) take(parent)
      }
      this.#add({ decoded, block: undefined })
      this.#waiting.add(decoded.txid)
    }
    for (const decoded of [...fresh.values()]) take(decoded)
    return true
  }

  #drop(txid: string): void {
    this.#waiting.delete(txid)
    if (this.transaction(txid)?.block === undefined) this.#remove(txid)
  }

  #add(transaction: IndexedTransaction): void {
    const { txid } = transaction.decoded
    this.#remove(txid)
    const keys = this.#keysOf(transaction.decoded)
    this.#transactions.set(txid, { ...transaction, keys })
    for (const key of keys) this.#keyed.set(key, (this.#keyed.get(key) ?? new Set()).add(txid))
  }

  #remove(txid: string): void {
    for (const key of this.#transactions.get(txid)?.keys ?? []) {
      const listed = this.#keyed.get(key)
      listed?.delete(txid)
      if (listed?.size === 0) this.#keyed.delete(key)
    }
    this.#transactions.delete(txid)
  }

  /** Returns the scripts that a transaction pays to or spends from, and the outputs that the transaction spends. */
  #keysOf({ vin, vout }: DecodedTransaction): readonly string[] {
    const spent = vin.flatMap(({ txid, vout: at }) => {
      if (txid === undefined || at === undefined) return []
      const script = this.transaction(txid)?.decoded.vout[at]?.scriptPubKey.hex
      return script === undefined ? [`${txid}:${at}`] : [`${txid}:${at}`, script]
    })
    return [...new Set([...spent, ...vout.map(({ scriptPubKey }) => scriptPubKey.hex)])]
  }
}
