/** A block as the index stores it, whatever the family of its chain. */
export interface IndexedBlock {
  readonly number: number
  readonly hash: string
  /** In seconds since the epoch. */
  readonly seconds: number
  readonly transactions: readonly IndexedTransaction[]
}

export interface IndexedTransaction {
  /** The transaction's place in its block. */
  readonly place: number
  /** JSON that the family's reader understands. */
  readonly details: string
  /** The accounts whose histories list the transaction. */
  readonly accounts: ReadonlySet<string>
  /** The accounts that received or sent a token, each with the token. */
  readonly tokens: readonly (readonly [account: string, token: string])[]
}

/** The source from which the index reads a chain. */
export interface BlockSource {
  /** The number of the newest block. */
  head(signal: AbortSignal): Promise<number>
  /** The hashes of blocks in the order of their numbers; undefined for a block that the chain doesn't have. */
  hashes(numbers: readonly number[], signal: AbortSignal): Promise<readonly (string | undefined)[]>
  /**
   * The blocks from the first to the last. Ends earlier if the chain replaces blocks during the read: each block is the child of the one before.
   * @param range `parent` is the hash that the first block's parent must have, if it is known.
   */
  blocks(
    range: { readonly first: number; readonly last: number; readonly parent: string | undefined },
    signal: AbortSignal,
  ): Promise<readonly IndexedBlock[]>
}
