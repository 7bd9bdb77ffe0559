import { createPublicKey, verify } from 'node:crypto'

/** The SPKI header of a compressed secp256k1 key. */
const spki = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')

/** Verifies an ECDSA signature of the SHA-256 of `bytes`. Uses OpenSSL, because no wallet here signs with it. */
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

/** Half the order of secp256k1. A signature with a higher s isn't valid (BIP-146). */
const halfOrder = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0'

/** Returns whether `s` is low. `s` has 32 bytes, big-endian. */
export function isLow(s: Uint8Array): boolean {
  return Buffer.from(s).toString('hex').padStart(64, '0').slice(-64) <= halfOrder
}
