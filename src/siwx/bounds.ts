/** Ours: the numbers of sign-ins. Times are in ms, lengths in characters. */
export const signInBounds = {
  /** How far the clock of who wrote a message may be ahead: phones are seldom off by more. */
  clockTolerance: 30_000,
  /** Everything that a node is asked for about one signature, together. */
  nodeAnswers: 10_000,
  /** Wallets show messages of a few hundred characters; a recap of CAIP-74 takes thousands. */
  messageLength: 65_536,
  /** A counterfactual wallet of several owners takes some ten thousand. */
  signatureLength: 65_536,
} as const
