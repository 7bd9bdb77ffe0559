import { VersionedTransaction } from '@solana/web3.js'

/** A transaction as @solana/web3.js has it. */
export const objectOf = (wire: Uint8Array): VersionedTransaction => VersionedTransaction.deserialize(wire)

/** Converts a signed transaction object to the wallet standard's form. The caller checks the bytes. */
export function answerOf(value: unknown): { readonly signedTransaction: unknown } {
  const { serialize } = (value ?? {}) as { readonly serialize?: unknown }
  return { signedTransaction: typeof serialize === 'function' ? serialize.call(value) : undefined }
}
