import { blake2b } from '@noble/hashes/blake2'
import { verify as verifySr25519 } from '@scure/sr25519'
import { readSs58 } from '../../adapters/polkadot/ss58.ts'
import { fromHex, isSameBytes, unlessThrown, utf8 } from './bytes.ts'
import { isSignedEd25519 } from './ed25519.ts'
import type { Verify } from './proof.ts'
import { recoverKey } from './secp256k1.ts'

type Check = (message: Uint8Array, signature: Uint8Array, key: Uint8Array) => boolean

/** The signature schemes, each with its `MultiSignature` prefix and the length of a signature in bytes. */
const schemes: Readonly<
  Record<string, { readonly prefix: number; readonly length: number; readonly check: Check }>
> = {
  ed25519: { prefix: 0, length: 64, check: isSignedEd25519 },
  sr25519: {
    prefix: 1,
    length: 64,
    check: (...all) => unlessThrown(() => verifySr25519(all[0], all[1], all[2])) ?? false,
  },
  ecdsa: { prefix: 2, length: 65, check: isSignedEcdsa },
}

/**
 * Verifies a signature of the text, or of the text in `<Bytes>`. Extensions wrap a text in `<Bytes>` so that it can't be a
 * transaction.
 */
export const verifyPolkadot: Verify = ({ text, signature, scheme, address }) => {
  const bytes = fromHex(signature)
  const account = readSs58(address)
  if (!bytes || typeof account === 'string') return false
  const messages = [`<Bytes>${text}</Bytes>`, text].map(utf8)
  // An ed25519 signature with its prefix and an ECDSA signature can look the same, so neither label excludes the other.
  const similar = bytes.length === 65 && bytes[0] === 0 ? ['ed25519', 'ecdsa'] : []
  return Object.entries(schemes).some(([name, { prefix, length, check }]) => {
    const isMeant =
      scheme === undefined || scheme === name || [scheme, name].every((one) => similar.includes(one))
    if (!isMeant) return false
    const bare = bytes.length === length + 1 && bytes[0] === prefix ? bytes.subarray(1) : bytes
    return bare.length === length && messages.some((message) => check(message, bare, account.key))
  })
}

/** Recovers the key that signed the message. Returns whether the hash of this key is the account id. */
function isSignedEcdsa(message: Uint8Array, signature: Uint8Array, account: Uint8Array): boolean {
  const hash = blake2b(message, { dkLen: 32 })
  const key = recoverKey(hash, signature.subarray(0, 64), signature[64] ?? -1)
  return key !== undefined && isSameBytes(blake2b(key, { dkLen: 32 }), account)
}
