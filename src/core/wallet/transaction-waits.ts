/** The time limits and intervals for transactions, in ms. Not in the specification. */
export const transactionWaits = {
  /** How long to wait while no node shows the transaction. The time starts again whenever a node shows the transaction. */
  unseen: 180_000,
  /** The longest time between two reads that counts toward a time limit. A longer time means that the computer slept. */
  longestLook: 60_000,
  /**
   * How long to wait before a sent transaction is read again for the first time. Each later wait is twice as long as the one
   * before, up to `rereadAtMost`.
   */
  reread: 15_000,
  rereadAtMost: 3_600_000,
  /** How long a broadcast waits for the app to store the signed transaction. */
  storing: 1000,
  /**
   * If the answer to a request is lost, the call waits this long for the request's trace before it rejects. The trace is a
   * description of the request: see `adapters/shared/lost-answer.ts`.
   */
  trace: 2000,
} as const
