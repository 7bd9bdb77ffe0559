import { keccak_256 } from '@noble/hashes/sha3'

/** The prime of secp256k1's field (SEC 2, section 2.4.1). */
const p = 2n ** 256n - 2n ** 32n - 977n

/**
 * Returns the account of a compressed public key on networks with Ethereum-style keys: the last 20 bytes of the keccak-256 hash
 * of the uncompressed key. Returns undefined if the key isn't a point on the curve.
 */
export function ethAccountOf(publicKey: Uint8Array): Uint8Array | undefined {
  const [parity] = publicKey
  if (publicKey.length !== 33 || (parity !== 2 && parity !== 3)) return undefined
  const x = numberOf(publicKey.subarray(1))
  const square = (x ** 3n + 7n) % p
  // This power is a square root, because p is 3 modulo 4 (SEC 1, section 2.3.4).
  const root = power(square, (p + 1n) / 4n)
  if (x >= p || (root * root) % p !== square) return undefined
  const y = root % 2n === BigInt(parity % 2) ? root : p - root
  const point = new Uint8Array(64)
  point.set(publicKey.subarray(1))
  for (let at = 63, rest = y; at >= 32; at--, rest >>= 8n) point[at] = Number(rest & 0xffn)
  return keccak_256(point).subarray(12)
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % p)
    if (rest & 1n) result = (result * square) % p
  return result
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}
