import { adr36Doc } from '../../adapters/cosmos/adr36.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { StdSignDoc } from './keys.ts'

/** A signature to verify, unchecked, as the page passed it. */
export interface ArbitrarySignature {
  readonly signer: unknown
  readonly data: unknown
  /** `{ pub_key, signature }`, as `signArbitrary` returns it. */
  readonly signature: unknown
}

/**
 * Verifies an ADR-36 signature against an address. Returns false for a malformed signature.
 * @throws `config/peer-missing` without @cosmjs/crypto, which @cosmjs/amino depends on.
 */
export async function verifyArbitrary(
  bech32Prefix: string,
  { signer, data, signature }: ArbitrarySignature,
): Promise<boolean> {
  const [{ decodeSignature, encodeSecp256k1Pubkey, pubkeyToAddress, serializeSignDoc }, crypto] =
    await Promise.all([import('@cosmjs/amino'), import('@cosmjs/crypto')]).catch((cause) => {
      throw latchkeyError('config/peer-missing', {
        values: {
          feature: 'Verifying signatures of cosmos',
          install: 'npm install @cosmjs/amino @cosmjs/crypto',
        },
        cause,
      })
    })
  const { Secp256k1, Secp256k1Signature, sha256 } = crypto
  try {
    const { pubkey, signature: bytes } = decodeSignature(signature as Parameters<typeof decodeSignature>[0])
    if (pubkeyToAddress(encodeSecp256k1Pubkey(pubkey), bech32Prefix) !== signer) return false
    const hash = sha256(serializeSignDoc(adr36Doc(signer, bytesOf(data)) as StdSignDoc))
    return Secp256k1.verifySignature(Secp256k1Signature.fromFixedLength(bytes), hash, pubkey)
  } catch {
    return false
  }
}

/** The data in the form that ADR-36 signs. */
export function bytesOf(data: unknown): Uint8Array {
  return typeof data === 'string' ? new TextEncoder().encode(data) : (data as Uint8Array)
}
