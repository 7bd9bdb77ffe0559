import { type Address, getBase58Decoder } from '@solana/kit'

/** The key that stands in the data of an account. */
export function textAt(data: ArrayLike<number>, at: number): Address {
  return getBase58Decoder().decode(Uint8Array.from(data).subarray(at, at + 32)) as Address
}

/** The number of 64 bits that stands there. */
export function numberAt(data: ArrayLike<number>, at: number): bigint {
  return new DataView(Uint8Array.from(data).buffer).getBigUint64(at, true)
}

/** An amount of a token as JSON-RPC writes it. */
export function amountOf(amount: bigint, decimals: number) {
  const uiAmount = Number(amount) / 10 ** decimals
  return { amount: String(amount), decimals, uiAmount, uiAmountString: String(uiAmount) }
}
