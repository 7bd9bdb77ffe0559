/** Waiting for transactions, in ms. Not in the specification. */
export const transactionWaits = {
  /** The longest time in a row in which no node shows the transaction. */
  unseen: 180_000,
  /** The longest time that counts between two readings, because a computer that slept read nothing. */
  longestLook: 60_000,
  /** The first interval at which a sent transaction is read again. It doubles up to `rereadAtMost`. */
  reread: 15_000,
  rereadAtMost: 3_600_000,
  /** How long a broadcast waits for the code that stores the transaction. */
  storing: 1000,
  /**
   * If the answer to a request is lost: how long to wait for the nodes' description of the request before the
   * call rejects.
   */
  trace: 2000,
} as const
