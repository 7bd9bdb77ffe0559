/** Half the order of secp256k1. Each signature has a twin with s above it, which isn't valid (BIP-146). */
const halfOrder = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0'

/** Whether s is low. 32 bytes, big-endian. */
export function isLow(s: Uint8Array): boolean {
  return Buffer.from(s).toString('hex').padStart(64, '0').slice(-64) <= halfOrder
}
