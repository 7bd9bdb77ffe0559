import * as secp256k1 from '@bitcoinerlab/secp256k1'
import { script as scripts } from 'bitcoinjs-lib'

/**
 * Verifies a signature from a script. The signature is in DER, followed by the sighash type. bitcoind requires strict encoding
 * (BIP-66), a known sighash type and a low S.
 * @param digest Returns the transaction's digest for a sighash type.
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
    // A number is out of range, or the key isn't a point on the curve.
    return false
  }
}

/**
 * Verifies a BIP-340 signature.
 * @param publicKey The x coordinate.
 */
export function isSchnorrSigned(signature: Uint8Array, publicKey: Uint8Array, digest: Uint8Array): boolean {
  try {
    return secp256k1.verifySchnorr(digest, publicKey, signature)
  } catch {
    return false
  }
}
