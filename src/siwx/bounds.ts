/** The limits of sign-ins. These values aren't from a specification. Times are in ms, lengths in characters. */
export const signInBounds = {
  /** How far the signer's clock may be ahead. The clocks of phones are seldom off by more. */
  clockTolerance: 30_000,
  /** The time limit for all node requests about one signature. */
  nodeAnswers: 10_000,
  /** The maximum length of a message. Wallets show messages of a few hundred characters, but a CAIP-74 recap needs thousands. */
  messageLength: 65_536,
  /**
   * The maximum length of a signature. If a wallet isn't deployed yet (ERC-6492) and has several owners, its signature has about
   * ten thousand characters.
   */
  signatureLength: 65_536,
} as const
