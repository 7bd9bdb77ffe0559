import { createHash, createPublicKey, verify } from 'node:crypto'
import { bech32 } from '@scure/base'
import { bech32Prefix } from './genesis.ts'

/** Half the order of secp256k1. Signatures with a higher S are rejected, because anyone can derive them from a valid signature. */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
/** The SPKI header of a compressed secp256k1 key. */
const spki = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')

export interface KeyKind {
  /** The protobuf type of public keys. */
  readonly publicKeyType: string
  addressOf(publicKey: Uint8Array): string
  /** Returns whether the key signed the bytes. A signature has 64 bytes and a low S. */
  isSigned(bytes: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean
}

function addressOf(publicKey: Uint8Array): string {
  const hash = createHash('ripemd160').update(createHash('sha256').update(publicKey).digest()).digest()
  return bech32.encode(bech32Prefix, bech32.toWords(hash))
}

/** Returns whether the text is an account's address: bech32, the network's prefix, 20 or 32 bytes. */
export function isAddress(text: string): boolean {
  const decoded = bech32.decodeUnsafe(text)
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words)
  return decoded?.prefix === bech32Prefix && (bytes?.length === 20 || bytes?.length === 32)
}

/** Uses OpenSSL, so that no wallet library verifies its own signatures. */
function isSigned(bytes: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64 || publicKey.length !== 33) return false
  if (BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`) > halfOrder) return false
  try {
    const key = createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' })
    return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, signature)
  } catch {
    // The key isn't a point on the curve.
    return false
  }
}

/** The usual keys: the address is a hash of the compressed key, and a signature covers the SHA-256 of the bytes. */
export const secp256k1Keys: KeyKind = {
  publicKeyType: '/cosmos.crypto.secp256k1.PubKey',
  addressOf,
  isSigned,
}
