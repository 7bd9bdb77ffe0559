/** Waiting for transactions, in ms. Not in the specification. */
export const transactionWaits = {
  /** How long in a row no node may show a transaction. */
  unseen: 180_000,
  /** The most that counts between two looks: a computer that slept didn't look. */
  longestLook: 60_000,
  /** The first interval at which a sent transaction is read again. It doubles up to `rereadAtMost`. */
  reread: 15_000,
  rereadAtMost: 3_600_000,
  /** How long a broadcast waits for the code that stores the transaction. */
  storing: 1000,
  /** How long the error of a lost answer waits for the nodes to describe the request. */
  trace: 2000,
} as const
