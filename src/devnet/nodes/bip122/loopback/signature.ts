import * as secp256k1 from '@bitcoinerlab/secp256k1'
import { script as scripts } from 'bitcoinjs-lib'

/**
 * Whether a signature as scripts have it (DER, then the sighash type) is strictly encoded (BIP-66), has a sighash type that
 * there is and a low S, as bitcoind's policy has it, and is by that key.
 *
 * @param digest Of the transaction, for a sighash type.
 */
export function isEcdsaSigned(
  signature: Uint8Array,
  publicKey: Uint8Array,
  digest: (sighashType: number) => Uint8Array,
): boolean {
  if (!scripts.isCanonicalScriptSignature(signature)) return false
  try {
    const { signature: compact, hashType } = scripts.signature.decode(signature)
    return secp256k1.verify(digest(hashType), publicKey, compact, true)
  } catch {
    // A number out of range, or no point of the curve.
    return false
  }
}

/** BIP-340. @param publicKey Its x coordinate. */
export function isSchnorrSigned(signature: Uint8Array, publicKey: Uint8Array, digest: Uint8Array): boolean {
  try {
    return secp256k1.verifySchnorr(digest, publicKey, signature)
  } catch {
    return false
  }
}
