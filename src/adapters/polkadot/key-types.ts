import type { Hex } from '../../core/chain/caip.ts'

export type KeyType = 'ed25519' | 'sr25519' | 'ecdsa'

/** A signature with its key type as the first byte (`MultiSignature`). */
interface Typed {
  readonly type: KeyType
  readonly signature: Hex
}

/**
 * Returns the signature with its key type as the first byte, for each key type that it can have, the most probable first. Some
 * wallets omit this byte. Returns an empty list for bytes that aren't a signature.
 */
export function typedSignatures(signature: Hex): readonly Typed[] {
  const length = signature.length / 2 - 1
  const bare = signature.slice(2)
  const first = bare.slice(0, 2)
  // The highest bit of the last byte is 1 in an sr25519 signature. In an ed25519 signature, the last byte is at most 0x10. In an
  // ECDSA signature, it is the recovery id.
  const last = Number.parseInt(bare.slice(-2), 16)
  if (length === 64)
    return last & 0x80
      ? [{ type: 'sr25519', signature: `0x01${bare}` }]
      : [{ type: 'ed25519', signature: `0x00${bare}` }]
  if (length === 66) return first === '02' ? [{ type: 'ecdsa', signature }] : []
  if (length !== 65) return []
  if (first === '01' && last & 0x80) return [{ type: 'sr25519', signature }]
  const ecdsa: Typed = { type: 'ecdsa', signature: `0x02${bare}` }
  return first === '00' && last <= 0x10 ? [{ type: 'ed25519', signature }, ecdsa] : [ecdsa]
}
