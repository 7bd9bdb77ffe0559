import { base58 } from '@scure/base'

/** Returns the address of a secret. A secret is 64 bytes in base58: the seed and the public key, as wallets export it. */
export function solanaAddressOf(secret: string): string {
  return base58.encode(base58.decode(secret).slice(32))
}
