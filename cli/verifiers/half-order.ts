/** Half the order of secp256k1. Of each signature there are two, and only the one with the smaller second number is used (BIP-146). */
const halfOrder = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0'

/** Whether the second number of a signature is one that chains and wallets take: 32 bytes, big end first. */
export function isLow(s: Uint8Array): boolean {
  return Buffer.from(s).toString('hex').padStart(64, '0').slice(-64) <= halfOrder
}
