import { secp256k1 } from '@noble/curves/secp256k1'
import { unlessThrown } from './bytes.ts'

/**
 * The key, compressed, that made a signature of 64 bytes with the recovery id 0 to 3. Undefined when there is none, and for the
 * larger of the two `s` that would fit, which chains refuse (EIP-2, BIP-146).
 */
export function recoverKey(hash: Uint8Array, compact: Uint8Array, recovery: number): Uint8Array | undefined {
  return unlessThrown(() => {
    const signature = secp256k1.Signature.fromCompact(compact)
    if (signature.hasHighS()) return undefined
    return signature.addRecoveryBit(recovery).recoverPublicKey(hash).toRawBytes(true)
  })
}

/** Whether the key signed the hash, with the smaller `s`; the signature has 64 bytes, or is DER to the letter (BIP-66). */
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

/** The other spelling of a key: 64 bytes behind the mark of one that is not compressed. Undefined for what is no key. */
export function uncompressed(key: Uint8Array): Uint8Array | undefined {
  return unlessThrown(() => secp256k1.ProjectivePoint.fromHex(key).toRawBytes(false))
}
