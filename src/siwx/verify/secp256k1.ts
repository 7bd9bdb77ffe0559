import { secp256k1 } from '@noble/curves/secp256k1'
import { unlessThrown } from './bytes.ts'

/**
 * Recovers the compressed public key from a signature of 64 bytes with a recovery id from 0 to 3. Returns undefined if there is
 * no key. Also returns undefined for a high `s`, which networks reject (EIP-2, BIP-146).
 */
export function recoverKey(hash: Uint8Array, compact: Uint8Array, recovery: number): Uint8Array | undefined {
  return unlessThrown(() => {
    const signature = secp256k1.Signature.fromCompact(compact)
    if (signature.hasHighS()) return undefined
    return signature.addRecoveryBit(recovery).recoverPublicKey(hash).toRawBytes(true)
  })
}

/** Returns whether the key signed the hash with a low `s`. The signature has 64 bytes, or is strict DER (BIP-66). */
export function isSigned(
  hash: Uint8Array,
  signature: Uint8Array,
  key: Uint8Array,
  form: 'compact' | 'der',
): boolean {
  const read = (bytes: Uint8Array) =>
    form === 'der' ? secp256k1.Signature.fromDER(bytes) : secp256k1.Signature.fromCompact(bytes)
  return unlessThrown(() => secp256k1.verify(read(signature), hash, key, { lowS: true })) ?? false
}

/** Returns the uncompressed form of a public key, 65 bytes. Returns undefined if the key is invalid. */
export function uncompressed(key: Uint8Array): Uint8Array | undefined {
  return unlessThrown(() => secp256k1.ProjectivePoint.fromHex(key).toRawBytes(false))
}
