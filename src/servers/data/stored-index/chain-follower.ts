import { setImmediate } from 'node:timers/promises'
import type { IndexState, IndexStore, IndexWrite } from './index-store.ts'
import type { BlockSource, IndexedBlock } from './indexed-block.ts'

/** The maximum number of blocks per read, and of hashes per comparison after a reorganization. */
const stride = 100

/** Updates the index of a network with the new blocks of its chain. The state is in the database, so any process can continue. */
export class ChainFollower {
  readonly #source: BlockSource
  readonly #store: IndexStore
  readonly #onReplaced: () => void
  /** Blocks per read. After a failure, the next read has fewer blocks, because a node limits the size of an answer. */
  #stride = stride

  /** @param onReplaced Called when indexed blocks aren't on the chain anymore. */
  constructor(source: BlockSource, store: IndexStore, onReplaced: () => void) {
    this.#source = source
    this.#store = store
    this.#onReplaced = onReplaced
  }

  /**
   * Reads the next blocks and writes them to the index. After a reorganization, the same write deletes the replaced blocks. Does nothing while the
   * node, or another node behind the same URL, is behind the index on the same chain.
   * @returns Whether more blocks may be ready.
   * @throws NodeFailure, or an error when the chain replaced more blocks than the index can follow.
   */
  async step(signal: AbortSignal): Promise<boolean> {
    try {
      const hasMore = await this.#step(signal)
      this.#stride = Math.min(stride, this.#stride * 2)
      return hasMore
    } catch (error) {
      this.#stride = Math.max(1, Math.floor(this.#stride / 2))
      throw error
    }
  }

  async #step(signal: AbortSignal): Promise<boolean> {
    const from = await this.#store.state()
    const head = await this.#source.head(signal)
    if (!Number.isSafeInteger(head) || head < 0) throw new Error('The node answered with no block number')
    const common = await this.#lastCommon(from, head, signal)
    if (!common) return false
    const { number: kept, hash: parent } = common
    if (kept === head && head < from.next - 1) return false
    const last = Math.min(head, kept + this.#stride)
    const range = { first: kept + 1, last, parent }
    const blocks = last > kept ? await this.#source.blocks(range, signal) : []
    if (!(await this.#write({ from, kept, blocks, head }, signal))) return true
    return blocks.length > 0 && kept + blocks.length < head
  }

  /** Returns false if another process wrote first. */
  async #write({ from, kept, blocks, head }: IndexWrite, signal: AbortSignal): Promise<boolean> {
    let state: IndexState | undefined = from
    let last = kept
    for (const part of partsOf(blocks, this.#store.mostPerWrite)) {
      // An embedded database blocks the thread during a write. This pause lets other requests run between two writes.
      if (state !== from) await setImmediate()
      signal.throwIfAborted()
      state = await this.#store.write({ from: state, kept: last, blocks: part, head })
      if (state === undefined) return false
      if (last < from.next - 1 && last === kept) this.#onReplaced()
      last += part.length
    }
    return true
  }

  /**
   * Returns the newest indexed block that is still on the chain. If there is none, returns the number before the first block. Returns undefined if
   * the node doesn't have the blocks up to its own head, so it can't tell.
   */
  async #lastCommon(
    { first, next }: IndexState,
    head: number,
    signal: AbortSignal,
  ): Promise<{ readonly number: number; readonly hash?: string } | undefined> {
    const before = { number: first - 1 }
    let upTo = Math.min(next - 1, head)
    for (let most = 1; ; most = stride) {
      const known = await this.#store.hashes(upTo, most)
      const hashes = await this.#source.hashes(
        known.map(({ number }) => number),
        signal,
      )
      const common = known.find(({ hash }, at) => hash === hashes[at])
      // Behind a load balancer, the node that named the head may not be the node that named the hashes. So a missing block doesn't count as replaced.
      const newer = common ? hashes.slice(0, known.indexOf(common)) : hashes
      if (newer.includes(undefined)) return undefined
      if (common) return common
      const oldest = known.at(-1)?.number
      if (oldest === first || next === first) return before
      // Throw, and don't delete the index, because the node may serve another chain, or be far behind.
      if (oldest === undefined)
        throw new Error(
          `The node's chain at block ${head} has no block in common with the index up to block ${next - 1}`,
        )
      upTo = oldest - 1
    }
  }
}

/**
 * Divides the blocks into parts of at most `most` transactions. A block with more transactions is a part by itself. Without blocks, returns one empty
 * part.
 */
function partsOf(blocks: readonly IndexedBlock[], most: number): readonly (readonly IndexedBlock[])[] {
  let part: IndexedBlock[] = []
  const parts = [part]
  let count = 0
  for (const block of blocks) {
    count += block.transactions.length
    if (count > most && part.length > 0) {
      part = []
      parts.push(part)
      count = block.transactions.length
    }
    part.push(block)
  }
  return parts
}
