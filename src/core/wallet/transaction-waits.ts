/** The waits for transactions, in ms. Not in the specification. */
export const transactionWaits = {
  /** The longest time in a row in which no node shows the transaction. */
  unseen: 180_000,
  /** The longest time between two reads that counts. A longer time means that the computer slept. */
  longestLook: 60_000,
  /**
   * The first interval at which a sent transaction is read again. Each further interval is twice as long, up to `rereadAtMost`.
   */
  reread: 15_000,
  rereadAtMost: 3_600_000,
  /** How long a broadcast waits until the transaction is stored. */
  storing: 1000,
  /**
   * If the answer to a request is lost: how long the call waits for the request's trace before it rejects. The trace describes the
   * request: see `adapters/shared/lost-answer.ts`.
   */
  trace: 2000,
} as const
