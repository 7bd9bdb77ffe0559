import { adr36Doc } from '../../adapters/cosmos/adr36.ts'
import { hasEthKeys } from '../../core/chain/cosmos.ts'
import { cosmosCrypto, type KeyNetwork, type StdSignDoc } from './keys.ts'

/** A signature to verify, as the page passed it. Its fields are unchecked. */
export interface ArbitrarySignature {
  readonly signer: unknown
  readonly data: unknown
  /** `{ pub_key, signature }`, as `signArbitrary` returns it. */
  readonly signature: unknown
}

/**
 * Verifies an ADR-36 signature of an address. Returns false for an invalid signature.
 * @throws `config/peer-missing` without @cosmjs/crypto, which is a dependency of @cosmjs/amino.
 */
export async function verifyArbitrary(
  network: KeyNetwork,
  { signer, data, signature }: ArbitrarySignature,
): Promise<boolean> {
  // Load @cosmjs/crypto first, because @cosmjs/amino can't load without it.
  const crypto = await cosmosCrypto('Verifying signatures of cosmos')
  const amino = await import('@cosmjs/amino')
  const { decodeSignature, pubkeyToAddress, serializeSignDoc } = amino
  const { Secp256k1, Secp256k1Signature } = crypto
  const [encodeKey, hashOf] = hasEthKeys(network)
    ? [amino.encodeEthSecp256k1Pubkey, crypto.keccak256]
    : [amino.encodeSecp256k1Pubkey, crypto.sha256]
  try {
    const { pubkey, signature: bytes } = decodeSignature(signature as Parameters<typeof decodeSignature>[0])
    if (pubkeyToAddress(encodeKey(pubkey), network.bech32Prefix) !== signer) return false
    const hash = hashOf(serializeSignDoc(adr36Doc(signer, bytesOf(data)) as StdSignDoc))
    return Secp256k1.verifySignature(Secp256k1Signature.fromFixedLength(bytes), hash, pubkey)
  } catch {
    return false
  }
}

/** Returns the bytes of the data, which ADR-36 signs. */
export function bytesOf(data: unknown): Uint8Array {
  return typeof data === 'string' ? new TextEncoder().encode(data) : (data as Uint8Array)
}
