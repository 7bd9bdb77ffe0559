/**
 * The runtime code of a contract with the functions of a rollup's price contract. `getL1Fee(bytes)` returns 1e12 wei for each
 * byte of the call, and `getOperatorFee(uint256)` returns three wei per unit of gas. With `operator: false`, `getOperatorFee`
 * reverts, as before the rollup upgrade Isthmus.
 */
export const rollupOracle = ({ operator = true } = {}): `0x${string}` =>
  `0x${[
    '60003560e01c', // the selector
    '63275aedd214601f57', // getOperatorFee: jump
    '3664e8d4a5100002', // calldatasize * 1e12
    '60005260206000f3', // return it
    '5b', // getOperatorFee
    operator ? '60043560030260005260206000f3' : '60006000fd',
  ].join('')}`

/** Returns the fee that this contract charges for a transaction with these bytes and this gas limit, in wei. */
export function rollupPrice(bytes: `0x${string}`, gas: bigint): bigint {
  const length = BigInt(bytes.length / 2 - 1)
  // The selector, the offset, the length, and the bytes, padded to whole words.
  const call = 4n + 64n + ((length + 31n) / 32n) * 32n
  return call * 10n ** 12n + gas * 3n
}
