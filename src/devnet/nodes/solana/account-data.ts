import { type Address, getBase58Decoder } from '@solana/kit'

export function textAt(data: ArrayLike<number>, at: number): Address {
  return getBase58Decoder().decode(Uint8Array.from(data).subarray(at, at + 32)) as Address
}

export function numberAt(data: ArrayLike<number>, at: number): bigint {
  return new DataView(Uint8Array.from(data).buffer).getBigUint64(at, true)
}

/** Returns a token amount in the format of JSON-RPC. */
export function amountOf(amount: bigint, decimals: number) {
  const uiAmount = Number(amount) / 10 ** decimals
  return { amount: String(amount), decimals, uiAmount, uiAmountString: String(uiAmount) }
}
