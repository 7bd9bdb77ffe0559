import { createPublicKey, verify } from 'node:crypto'

/** The SubjectPublicKeyInfo of a secp256k1 key, up to the compressed point. */
const spki = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')

/** Verifies an ECDSA signature of the bytes' SHA-256, over secp256k1. No wallet here signs with Node's OpenSSL. */
export function isSigned(
  bytes: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
  dsaEncoding: 'der' | 'ieee-p1363',
): boolean {
  if (publicKey.length !== 33) return false
  try {
    const key = createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' })
    return verify('sha256', bytes, { key, dsaEncoding }, signature)
  } catch {
    return false
  }
}
