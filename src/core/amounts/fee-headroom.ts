/**
 * Adds a quarter to a fee: fees change with every block, and a person takes time to read. The EIP-1559 base fee rises by at
 * most 1/8 per block.
 */
export function withHeadroom(fee: bigint): bigint {
  return fee + (fee + 3n) / 4n
}

/** The gas of a transfer of the native coin to an account without code. Nothing can change this gas, so it needs no headroom. */
export const plainTransferGas = 21_000n
