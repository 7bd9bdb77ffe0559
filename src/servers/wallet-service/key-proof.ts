import { createHash } from 'node:crypto'

/** Matches a signature in hex: r, s and the recovery bit. */
export const keyProofForm = /^[0-9a-f]{130}$/

/**
 * Returns whether the key of an eip155 address signed a text. The format of the signature is described at `WalletUpdate.proof` in
 * `src/core/wallet/wallet-service.ts`.
 */
export async function isSignedByKey(text: string, proof: string, address: string): Promise<boolean> {
  const { eip155SignerOf } = await import('../../siwx/verify/eip155.ts')
  const hash = new Uint8Array(createHash('sha256').update(text).digest())
  return eip155SignerOf(hash, new Uint8Array(Buffer.from(proof, 'hex'))) === address.toLowerCase()
}
