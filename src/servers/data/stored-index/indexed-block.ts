/** A block in the index, for all families. */
export interface IndexedBlock {
  readonly number: number
  readonly hash: string
  readonly seconds: number
  readonly transactions: readonly IndexedTransaction[]
}

export interface IndexedTransaction {
  readonly place: number
  /** JSON in a format of the family. */
  readonly details: string
  /** The accounts whose histories list the transaction. */
  readonly accounts: ReadonlySet<string>
  /** Pairs of an account and a token that the account received or sent. */
  readonly tokens: readonly (readonly [account: string, token: string])[]
}

/** Reads a chain for the index. */
export interface BlockSource {
  /** Returns the number of the newest block. */
  head(signal: AbortSignal): Promise<number>
  /** Returns the hashes in the order of `numbers`; undefined for a block that the node doesn't have. */
  hashes(numbers: readonly number[], signal: AbortSignal): Promise<readonly (string | undefined)[]>
  /**
   * Returns a range of blocks, in which each block is the parent of the next. If the chain replaces blocks during the read, the
   * result contains only the first blocks of the range.
   * @param range `parent`: the hash that the first block's parent must have, if known.
   */
  blocks(
    range: { readonly first: number; readonly last: number; readonly parent: string | undefined },
    signal: AbortSignal,
  ): Promise<readonly IndexedBlock[]>
}
