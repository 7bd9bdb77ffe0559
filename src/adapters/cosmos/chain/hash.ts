import { sha256 } from '@noble/hashes/sha2'
import { hexOf } from '../bytes.ts'

/** The transaction hash: SHA-256 in upper-case hex. */
export function hashOf(transaction: Uint8Array): string {
  return hexOf(sha256(transaction)).toUpperCase()
}
