import { SystemProgram, type VersionedMessage, VersionedTransaction } from '@solana/web3.js'

/** The index of the instruction `AdvanceNonceAccount` in the system program, a little-endian u32. */
const advanceNonce = 4

/**
 * Returns whether a transaction has a durable nonce in place of a recent blockhash. Such a transaction stays valid until the
 * nonce is used. Also returns true for bytes that can't be decoded.
 * https://solana.com/developers/guides/advanced/introduction-to-durable-nonces
 */
export function hasDurableNonce(wire: Uint8Array): boolean {
  try {
    return advancesNonce(VersionedTransaction.deserialize(wire).message)
  } catch {
    return true
  }
}

/** Returns whether the first instruction advances a durable nonce. */
export function advancesNonce({ compiledInstructions, staticAccountKeys }: VersionedMessage): boolean {
  const [first] = compiledInstructions
  if (!first) return false
  const program = staticAccountKeys[first.programIdIndex]
  return program?.equals(SystemProgram.programId) === true && first.data[0] === advanceNonce
}
