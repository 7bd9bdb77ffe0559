import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { base64 } from '@scure/base'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { MessageSignature } from '../../core/wallet/transaction.ts'
import type { ParsedAddress } from './address.ts'
import { readWitness } from './witness.ts'

export type MessageScheme = 'ecdsa' | 'bip322'

/**
 * Returns the scheme to request if the host doesn't choose one. For segwit addresses, this is BIP-322, which binds the signature
 * to the address. For other addresses, the scheme is the older ECDSA format, because wallets support only ECDSA for such
 * addresses.
 */
export function defaultScheme({ kind }: ParsedAddress): MessageScheme {
  return kind === 'p2pkh' || kind === 'p2sh' ? 'ecdsa' : 'bip322'
}

/**
 * Checks a wallet's signature as far as possible without the curve. The signature must use an
 * accepted scheme. For P2WPKH and P2SH addresses, a BIP-322 signature contains a public key, which
 * must belong to the address. The result contains the wallet's base64 text unchanged.
 * @param schemes The accepted schemes.
 * @throws `wallet/invalid-answer`
 */
export function checkedSignature(
  answer: unknown,
  address: ParsedAddress,
  schemes: readonly MessageScheme[],
  method: string,
): MessageSignature {
  const signature = typeof answer === 'string' ? answer : ''
  const scheme = schemes.find((one) => (one === 'ecdsa' ? isEcdsa(signature) : isSimple(signature, address)))
  if (!scheme)
    throw latchkeyError('wallet/invalid-answer', {
      values: { method, expected: `a ${schemes.join(' or ')} signature of ${address.address}` },
    })
  return { signature, encoding: 'base64', scheme }
}

/** Returns whether the signature has 65 bytes: a header that selects the signing key (BIP-137), then r and s. */
function isEcdsa(signature: string): boolean {
  const bytes = bytesOf(signature)
  const [header = 0] = bytes ?? []
  return bytes?.length === 65 && header >= 27 && header <= 42
}

/** Returns whether the signature has the simple format of BIP-322. Its bytes are the witness of `to_sign`. */
function isSimple(signature: string, { kind, program }: ParsedAddress): boolean {
  const witness = readWitness(bytesOf(signature.replace(/^smp/, '')))
  const [first, second] = witness ?? []
  if (!witness || !first) return false
  // A signature of 65 bytes contains its sighash type.
  if (kind === 'p2tr') return witness.length === 1 && (first.length === 64 || first.length === 65)
  if (kind === 'p2wsh' || kind === 'witness-unknown') return true
  const ecdsa = first[0] === 0x30 && first.length >= 9 && first.length <= 73
  if (!ecdsa || witness.length !== 2 || second?.length !== 33) return false
  const key = hash160(second)
  const expected = kind === 'p2sh' ? hash160(Uint8Array.from([0, 20, ...key])) : key
  return kind !== 'p2pkh' && sameBytes(expected, program)
}

function bytesOf(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}

export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}
