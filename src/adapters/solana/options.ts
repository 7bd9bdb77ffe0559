export interface SolanaOptions {
  /**
   * The highest price that a token transfer pays for a compute unit, in millionths of a lamport. Up to it, the price follows
   * recent fees. Default 20,000,000, which transfers of SOL always pay (specification 2, section 9).
   */
  readonly maxMicroLamportsPerUnit?: bigint | undefined
}
