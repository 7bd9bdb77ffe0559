import { createHash } from 'node:crypto'
import { createBase58check } from '@scure/base'

/** Encodes a private key in Wallet Import Format, for mainnet and a compressed public key. */
export function wifOf(key: Uint8Array): string {
  const check = createBase58check((bytes) => createHash('sha256').update(bytes).digest())
  return check.encode(Uint8Array.from([0x80, ...key, 1]))
}
