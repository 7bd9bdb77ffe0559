export interface SolanaOptions {
  /**
   * What a token transfer pays at most for a compute unit, in millionths of a lamport. Below it the price follows recent
   * fees. Default 20,000,000, which transfers of SOL always pay (specification 2, section 9).
   */
  readonly maxMicroLamportsPerUnit?: bigint | undefined
}
