import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { keccak_256 } from '@noble/hashes/sha3'
import { bech32 } from '@scure/base'
import { adr36Doc } from '../../adapters/cosmos/adr36.ts'
import { canonicalJson } from '../../adapters/cosmos/sign-doc.ts'
import { fromBase64, fromHex, isSameBytes, utf8 } from './bytes.ts'
import type { Verify } from './proof.ts'
import { isSigned, recoverKey, uncompressed } from './secp256k1.ts'

/** How to hash the signed document and derive the address of a key: first for Cosmos keys, then for Ethereum-style keys. */
const kinds = [
  { hash: sha256, account: (key: Uint8Array) => ripemd160(sha256(key)) },
  {
    hash: keccak_256,
    account: (key: Uint8Array) => keccak_256((uncompressed(key) ?? key).subarray(1)).subarray(12),
  },
]

/**
 * Verifies an ADR-36 signature with the given public key. Without a key, tries the keys that can be recovered from the signature.
 */
export const verifyCosmos: Verify = ({ text, signature, scheme, publicKey, address }) => {
  const bytes = fromBase64(signature)
  const account = bech32.decodeUnsafe(address)
  const program = account && bech32.fromWordsUnsafe(account.words)
  const key = publicKey === undefined ? undefined : (fromHex(publicKey) ?? fromBase64(publicKey))
  const isKnown = publicKey === undefined || key?.length === 33
  if ((scheme !== undefined && scheme !== 'adr36') || bytes?.length !== 64 || !program || !isKnown)
    return false
  const doc = utf8(canonicalJson(adr36Doc(address, utf8(text))))
  return kinds.some(({ hash, account }) => {
    const digest = hash(doc)
    const keys = key ? [key] : [0, 1, 2, 3].flatMap((id) => recoverKey(digest, bytes, id) ?? [])
    return keys.some((one) => isSameBytes(account(one), program) && isSigned(digest, bytes, one, 'compact'))
  })
}
