/** Limits of sign-ins, chosen by this library. Times are in ms, lengths in characters. */
export const signInBounds = {
  /** How far the signer's clock may be ahead; phones' clocks are seldom off by more. */
  clockTolerance: 30_000,
  /** The total time for all node requests about one signature. */
  nodeAnswers: 10_000,
  /** Wallets show messages of a few hundred characters, but a CAIP-74 recap takes thousands. */
  messageLength: 65_536,
  /** A counterfactual wallet with several owners takes about ten thousand. */
  signatureLength: 65_536,
} as const
