export interface SolanaOptions {
  /**
   * The highest price of a compute unit in token transfers, in micro-lamports. Up to this limit, the price follows recently paid
   * prices. Default: 20,000,000, which is also the fixed price of SOL transfers (S2.9).
   */
  readonly maxMicroLamportsPerUnit?: bigint | undefined
}
