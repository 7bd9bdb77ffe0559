/** The fee that a Token-2022 token charges for each transfer, starting with a certain epoch. */
export interface TransferFee {
  readonly epoch: bigint
  /** The maximum fee, in the token's smallest unit. */
  readonly most: bigint
  /** The fee rate, in hundredths of a percent. */
  readonly basisPoints: bigint
}

/** Reads a mint's two fees, the newer fee last (spl-token-2022, `TransferFeeConfig`). The first fee starts at byte 72. */
export function transferFeesOf(config: Uint8Array): readonly [TransferFee, TransferFee] | undefined {
  if (config.length !== 108) return undefined
  const view = new DataView(config.buffer, config.byteOffset, config.length)
  const feeAt = (at: number): TransferFee => ({
    epoch: view.getBigUint64(at, true),
    most: view.getBigUint64(at + 8, true),
    basisPoints: BigInt(view.getUint16(at + 16, true)),
  })
  return [feeAt(72), feeAt(90)]
}

/** Returns the fee for an amount, rounded up as the token program does. */
export function transferFee(amount: bigint, { basisPoints, most }: TransferFee): bigint {
  const kept = (amount * basisPoints + 9_999n) / 10_000n
  return kept < most ? kept : most
}
