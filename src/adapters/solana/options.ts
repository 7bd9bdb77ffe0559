export interface SolanaOptions {
  /**
   * The highest price of a compute unit, in micro-lamports. Applies where the price follows recently paid prices: in token
   * transfers, in transfers with a memo, and in transactions that are built from instructions. Default: 20,000,000, which is also
   * the fixed price of SOL transfers without a memo (S2.9).
   */
  readonly maxMicroLamportsPerUnit?: bigint | undefined
}
