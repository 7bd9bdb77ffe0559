import * as secp256k1 from '@bitcoinerlab/secp256k1'
import { script as scripts } from 'bitcoinjs-lib'

/**
 * Whether a signature of a script (DER, then the sighash type) is strictly encoded (BIP-66), has a known sighash type and a
 * low S, as bitcoind's policy demands, and is by that key.
 *
 * @param digest Gives the digest of the transaction for a sighash type.
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
    // A number was out of range, or the key is no point of the curve.
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
