import { hmac } from '@noble/hashes/hmac'
import { sha512 } from '@noble/hashes/sha512'

const hardened = 0x80000000
const curve = new TextEncoder().encode('ed25519 seed')

/**
 * Derives an ed25519 private key from a seed and a path. All steps of the path are hardened.
 * https://github.com/satoshilabs/slips/blob/master/slip-0010.md
 */
export function ed25519KeyAt(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, curve, seed)
  for (const index of path) {
    const data = new Uint8Array(37)
    data.set(node.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, index + hardened)
    const child = hmac(sha512, node.subarray(32), data)
    node.fill(0)
    data.fill(0)
    node = child
  }
  const key = node.slice(0, 32)
  node.fill(0)
  return key
}
