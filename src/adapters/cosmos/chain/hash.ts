import { sha256 } from '@noble/hashes/sha2'
import { hexOf } from '../bytes.ts'

/** The hash by which chains name a transaction: SHA-256, in hex with capital letters. */
export function hashOf(transaction: Uint8Array): string {
  return hexOf(sha256(transaction)).toUpperCase()
}
