import { VersionedTransaction } from '@solana/web3.js'

/** Decodes a transaction into an object of @solana/web3.js. */
export const objectOf = (wire: Uint8Array): VersionedTransaction => VersionedTransaction.deserialize(wire)

/** Converts a signed transaction object to the wallet standard's form. The caller must check the bytes. */
export function answerOf(value: unknown): { readonly signedTransaction: unknown } {
  const { serialize } = (value ?? {}) as { readonly serialize?: unknown }
  return { signedTransaction: typeof serialize === 'function' ? serialize.call(value) : undefined }
}
