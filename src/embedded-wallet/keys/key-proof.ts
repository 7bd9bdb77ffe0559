import { sha256 } from '@noble/hashes/sha256'
import { hex } from '@scure/base'
import type { Secrets } from './secrets.ts'

/** Signs a text with the wallet's eip155 key. `WalletUpdate.proof` describes the signature's format. */
export async function signWithKey(text: string, { eip155 }: Pick<Secrets, 'eip155'>): Promise<string> {
  const { secp256k1 } = await import('@noble/curves/secp256k1')
  const signature = secp256k1.sign(sha256(new TextEncoder().encode(text)), eip155.slice(2))
  return signature.toCompactHex() + hex.encode(Uint8Array.of(signature.recovery))
}
