/**
 * Adds a quarter to a fee, because the fee may rise while the visitor reads the review. The base fee (EIP-1559) rises by at most
 * 1/8 per block.
 */
export function withHeadroom(fee: bigint): bigint {
  return fee + (fee + 3n) / 4n
}

/** The gas of a transfer of the native coin to an account without code. This amount is fixed, so it needs no headroom. */
export const plainTransferGas = 21_000n
