import { VersionedTransaction } from '@solana/web3.js'

/** A transaction as @solana/web3.js has it. */
export const objectOf = (wire: Uint8Array): VersionedTransaction => VersionedTransaction.deserialize(wire)

/** A signed transaction object in the form that the wallet standard has. The caller checks the bytes. */
export function answerOf(value: unknown): { readonly signedTransaction: unknown } {
  const { serialize } = (value ?? {}) as { readonly serialize?: unknown }
  return { signedTransaction: typeof serialize === 'function' ? serialize.call(value) : undefined }
}
