import { sha256 } from '@noble/hashes/sha2'
import { hexOf } from '../bytes.ts'

/** The name of a transaction: SHA-256 in capital hex. */
export function hashOf(transaction: Uint8Array): string {
  return hexOf(sha256(transaction)).toUpperCase()
}
