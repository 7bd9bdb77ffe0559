import { keccak_256 } from '@noble/hashes/sha3'
import { fromHex, join, utf8 } from './bytes.ts'
import { isSignedByContract } from './eip155-contract.ts'
import type { Verify } from './proof.ts'
import { recoverKey, uncompressed } from './secp256k1.ts'

/**
 * The accepted schemes. The adapter reports `eip191` for contract accounts too, unless the
 * signature is empty.
 */
const schemes: readonly (string | undefined)[] = [undefined, 'eip191', 'eip1271']

/**
 * Verifies an EIP-191 signature. The signer is the address's own key, or the contract at the address (ERC-1271, ERC-6492). An
 * empty signature can only come from a contract: a Safe confirms a message that its owners approved on the chain.
 */
export const verifyEip155: Verify = (proof, nodes) => {
  const { text, signature, scheme, address } = proof
  const bytes = signature.startsWith('0x') ? fromHex(signature) : undefined
  if (!bytes || !schemes.includes(scheme)) return false
  const hash = hashOf(text)
  const signer = eip155SignerOf(hash, bytes)
  return signer === address.toLowerCase() || isSignedByContract(proof, bytes, hash, nodes)
}

/** Computes the EIP-191 hash of a text, version 0x45. */
function hashOf(text: string): Uint8Array {
  const message = utf8(text)
  return keccak_256(join(utf8(`\x19Ethereum Signed Message:\n${message.length}`), message))
}

/**
 * Recovers the signer's address in lower case. Returns undefined if the signature is invalid. The last byte must be 0, 1, 27 or
 * 28.
 */
export function eip155SignerOf(hash: Uint8Array, signature: Uint8Array): string | undefined {
  const v = signature[64] ?? -1
  const recovery = v >= 27 ? v - 27 : v
  if (signature.length !== 65 || (recovery !== 0 && recovery !== 1)) return undefined
  const key = recoverKey(hash, signature.subarray(0, 64), recovery)
  const point = key && uncompressed(key)
  if (!point) return undefined
  const tail = keccak_256(point.subarray(1)).subarray(12)
  return `0x${[...tail].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
