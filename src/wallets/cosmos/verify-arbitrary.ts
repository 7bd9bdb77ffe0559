import { adr36Doc } from '../../adapters/cosmos/adr36.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { StdSignDoc } from './keys.ts'

/** Whose signature of what is to be verified, as a page names them. Nothing of it was checked. */
export interface ArbitrarySignature {
  readonly signer: unknown
  readonly data: unknown
  /** `{ pub_key, signature }`, as `signArbitrary` answers it. */
  readonly signature: unknown
}

/**
 * Whether somebody signed data by ADR-36, with the key of that address. What is no signature at all is none of theirs.
 * @throws `config/peer-missing` without @cosmjs/crypto, which @cosmjs/amino brings along.
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

/** The data as ADR-36 signs it. */
export function bytesOf(data: unknown): Uint8Array {
  return typeof data === 'string' ? new TextEncoder().encode(data) : (data as Uint8Array)
}
